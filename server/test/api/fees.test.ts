import { accessEndpoints, pretradeEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { venueIds } from '../../src/trading/model/venue.ts';
import { expectRefusal } from '../support/app/expectRefusal.ts';
import { createMadeMarket } from '../support/app/madeMarket.ts';
import type { TestAnswer } from '../support/app/testApp.ts';
import { createManualClock } from '../support/manualClock.ts';
import { createOrdersApp, type OrdersApp } from '../support/orders/app.ts';
import { listedMarket, symbolOf } from '../support/paper/fixture.ts';

const startMs = 1_700_000_000_000;
const startedAt = '2023-11-14T22:13:20.000Z';
const spot = 'BTC/USDT';
const perpetual = 'BTC/USDT:USDT';
type Query = Readonly<Record<string, string>>;

let test: OrdersApp;
beforeAll(async () => {
  const clock = createManualClock(startMs);
  const market = createMadeMarket({
    clock,
    markets: [
      listedMarket(symbolOf(spot), { fees: { makerBps: 7, takerBps: 8 } }),
      listedMarket(symbolOf(perpetual)),
    ],
    usd: { USDT: 1, BTC: 100 },
  });
  test = await createOrdersApp({}, { clock, feeds: market.feeds });
  market.show(spot, { bids: [[100, 100]], asks: [[101, 100]] });
  await clock.advance(2_000);
});
afterAll(() => test.stop());

function ask(query: Query = {}, key?: string | null): Promise<TestAnswer> {
  const url = `${pretradeEndpoints.getFees.path}?${new URLSearchParams(query)}`;
  return test.ask({ url, ...(key !== undefined && { key }) });
}
async function fees(query: Query = {}) {
  const { status, json } = await ask(query);
  expect([status, json.isError, json.message]).toEqual([200, false, 'Fees retrieved']);
  return json.data;
}
const of = (account: string, symbol?: string) =>
  fees({ exchange_account_id: account, ...(symbol !== undefined && { symbol }) });

const isoPattern = /^2023-11-14T22:\d\d:\d\d\.\d{3}Z$/;
const scheduleOf = (venue: string, maker_bps: number, taker_bps: number) => ({
  venue,
  maker_bps,
  taker_bps,
  source: 'config',
  tier: 'base',
  tier_based: false,
  last_updated: startedAt,
});

describe('getFees', () => {
  it('without a parameter gives the static fees of all exchanges', async () => {
    expect(await fees()).toEqual({
      venues: [
        scheduleOf('binance', 2, 4),
        scheduleOf('bybit', 1, 6),
        scheduleOf('gateio', 2, 4),
        scheduleOf('kraken', 2, 5),
        scheduleOf('okx', 2, 5),
        scheduleOf('hyperliquid', 0, 3.5),
      ],
    });
  });

  it.each(['gateio', 'gate', ' gate '])('gives those of one exchange, as %j', async (venue) => {
    expect(await fees({ venue })).toEqual(scheduleOf('gateio', 2, 4));
  });

  it('gives what the exchange charges an account, by market or in general', async () => {
    const account = { venue: 'binance', exchange_account_id: 'paper-binance' };
    const told = { source: 'exchange_api', tier: 'base', tier_based: true };
    expect(await of('paper-binance', spot)).toEqual({
      ...account,
      symbol: spot,
      maker_bps: 10,
      taker_bps: 10,
      ...told,
      last_updated: expect.stringMatching(isoPattern),
    });
    expect(await of('paper-binance')).toEqual({
      ...account,
      maker_bps: 2,
      taker_bps: 5,
      ...told,
      last_updated: expect.stringMatching(isoPattern),
    });
  });

  it('gives what the list of markets says where the account cannot be asked', async () => {
    // Paper accounts of an exchange without spot markets charge nothing there.
    expect(await of('paper-hyperliquid', spot)).toEqual({
      venue: 'hyperliquid',
      exchange_account_id: 'paper-hyperliquid',
      symbol: spot,
      maker_bps: 7,
      taker_bps: 8,
      source: 'exchange_markets',
      tier: 'base',
      tier_based: true,
      last_updated: expect.stringMatching(isoPattern),
    });
  });

  it('gives the static fees of what is not listed, and of accounts that are nowhere', async () => {
    expect(await of('paper-okx', 'DOGE/USDT')).toEqual({
      ...scheduleOf('okx', 2, 5),
      exchange_account_id: 'paper-okx',
      symbol: 'DOGE/USDT',
    });
    const credentials = { api_key: 'k', api_secret: 's' };
    const live = { exchange_account_id: 'live', exchange: 'kraken', mode: 'live', credentials };
    expect((await test.account(live)).status).toBe(201);
    // Live accounts need live books: none is open here.
    expect(await of('live', perpetual)).toMatchObject({
      source: 'config',
      maker_bps: 2,
      taker_bps: 5,
      exchange_account_id: 'live',
    });
  });

  it('gives overrides before everything, as soon as they are set', async () => {
    const own = { exchange_account_id: 'own', exchange: 'okx', mode: 'paper' };
    await test.account({ ...own, daily_limit_usd: 1_000_000 });
    expect(await of('own', spot)).toMatchObject({ source: 'exchange_api', taker_bps: 10 });
    const change = async (fee_overrides: object | null) => {
      const url = '/admin/accounts/own';
      const { status, json } = await test.ask({ method: 'PATCH', url, body: { fee_overrides } });
      expect(status).toBe(200);
      return json.data.updated_at;
    };
    const trade = async () => {
      const order = { exchange_account_id: 'own', order_type: 'market', price: null, quantity: 1 };
      const { json } = await test.submit(order);
      return [json.data.order_fee, json.data.fee_currency];
    };
    expect(await trade()).toEqual([0.001, 'BTC']);
    const pairs = { [spot]: { maker_bps: -1, taker_bps: 2.25 } };
    const setAt = await change({ maker_bps: 1, taker_bps: 3, tier: 'VIP 9', pairs });
    const custom = { tier: 'VIP 9', tier_based: false, last_updated: setAt };
    expect(await of('own', spot)).toEqual({
      venue: 'okx',
      exchange_account_id: 'own',
      symbol: spot,
      maker_bps: -1,
      taker_bps: 2.25,
      source: 'db_pair_override',
      ...custom,
    });
    expect(await of('own', perpetual)).toMatchObject({
      maker_bps: 1,
      taker_bps: 3,
      source: 'db_account_override',
      ...custom,
    });
    expect(await of('own')).toEqual({
      venue: 'okx',
      exchange_account_id: 'own',
      maker_bps: 1,
      taker_bps: 3,
      source: 'db_account_override',
      ...custom,
    });
    expect(await trade()).toEqual([0.000225, 'BTC']);
    await change({ pairs: { [perpetual]: { maker_bps: 1, taker_bps: 1 } } });
    // In general it pays the exchange's fee: an override of one pair applies to no other.
    const told = { source: 'exchange_api', tier: 'base', maker_bps: 2, taker_bps: 5 };
    expect(await of('own')).toMatchObject({ ...told, tier_based: true });
    expect(await of('own', spot)).toMatchObject({ source: 'exchange_api', taker_bps: 10 });
    expect(await of('own', perpetual)).toMatchObject({ tier: 'custom', taker_bps: 1 });
    expect(await trade()).toEqual([0.001, 'BTC']);
    await change(null);
    expect(await of('own', perpetual)).toMatchObject({ source: 'exchange_api', taker_bps: 5 });
  });

  it.each([
    [{ symbol: spot }, 'symbol needs exchange_account_id'],
    [{ venue: 'okx', symbol: spot }, 'symbol needs exchange_account_id'],
    [{ venue: 'binance', exchange_account_id: 'paper-okx' }, 'venue must be okx, the exchange of'],
    [{ venue: 'mtgox', exchange_account_id: 'paper-okx' }, 'venue must be okx, the exchange of'],
    [{ venue: '' }, 'venue must not be empty'],
    [{ exchange_account_id: '' }, 'exchange_account_id is required'],
    [{ exchange_account_id: 'paper-okx', symbol: 'BTC-USDT' }, 'symbol must be like BTC/USDT'],
    [{ exchange_account_id: 'paper-okx', symbol: 'btc/usdt' }, 'symbol must be like BTC/USDT'],
    [{ exchange_account_id: 'nobody', symbol: '__proto__' }, 'symbol must be like BTC/USDT'],
    [{ exchange_account_id: 'paper-okx', symbol: '' }, 'symbol must not be empty'],
  ] as readonly (readonly [Query, string])[])('refuses %j', async (query, text) => {
    const { status, json } = await ask(query);
    expect([status, json.data.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(json.message).toContain(text);
  });

  it('lets the exchange of the account be named beside it, by any of its names', async () => {
    const gate = await of('paper-gateio', spot);
    for (const venue of ['gateio', 'gate', ' gate ']) {
      const query = { venue, exchange_account_id: 'paper-gateio', symbol: spot };
      expect(await fees(query)).toEqual(gate);
    }
  });

  it('names an exchange it does not know', async () => {
    const answer = await ask({ venue: 'mtgox' });
    expectRefusal(answer, {
      status: 400,
      error: 'UNSUPPORTED_EXCHANGE',
      message: "Error - Exchange 'mtgox' not supported.",
      data: { exchange: 'mtgox', supported: venueIds },
    });
  });

  it('ACCOUNT_NOT_FOUND', async () => {
    expectRefusal(await ask({ exchange_account_id: 'nobody' }), {
      status: 404,
      error: 'ACCOUNT_NOT_FOUND',
      message: 'Exchange account not found.',
    });
  });
});

describe('who asks for fees', () => {
  const keyOf = async (roles: string[], ids?: string[]): Promise<string> => {
    const scope = ids && { exchange_account_ids: ids };
    const body = { name: 'k', roles, paths: ['/**'], ...scope };
    const { path: url } = accessEndpoints.createKey;
    return (await test.ask({ method: 'POST', url, body })).json.data.key;
  };
  const forbidden = {
    status: 403,
    error: 'FORBIDDEN',
    message: 'Forbidden - Insufficient permissions.',
  };

  it('needs a key of a role that reads', async () => {
    expect((await ask({}, null)).status).toBe(401);
    for (const role of ['trader', 'viewer', 'pms_user', 'analyst']) {
      expect((await ask({}, await keyOf([role]))).status).toBe(200);
    }
    expectRefusal(await ask({}, await keyOf(['vault_manager'])), forbidden);
  });

  it('needs to reach the account, not the exchange', async () => {
    const key = await keyOf(['viewer'], ['paper-okx']);
    expect((await ask({ exchange_account_id: 'paper-okx' }, key)).status).toBe(200);
    for (const exchange_account_id of ['paper-binance', 'nobody']) {
      expectRefusal(await ask({ exchange_account_id }, key), forbidden);
    }
    expect((await ask({ venue: 'binance' }, key)).status).toBe(200);
  });
});
