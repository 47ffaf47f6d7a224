import {
  accountEndpoints,
  algorithmEndpoints,
  executionEndpoints,
  routingEndpoints,
} from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerpsApp, type PerpsApp } from '../support/app/perpsApp.ts';

const symbol = 'BTC/USDT:USDT';
const hedged = { exchange_account_id: 'both-ways' };
const made = { mode: 'paper', daily_limit_usd: 1_000_000 };

let test: PerpsApp;
beforeAll(async () => {
  test = await createPerpsApp();
  const { status } = await create({ ...hedged, exchange: 'binance', hedge_mode: true });
  expect(status).toBe(201);
});
afterAll(() => test.stop());

function create(fields: object) {
  const { method, path } = accountEndpoints.createAccount;
  return test.ask({ method, url: path, body: { ...made, ...fields } });
}

/** Returns the positions of the account, the long one first. */
async function legs(): Promise<[side: string, size: number][]> {
  const { positions } = await test.data('listPositions', hedged);
  return positions.map((each: { side: string; contracts: number; contract_size: number }) => [
    each.side,
    each.contracts * each.contract_size,
  ]);
}

describe('createAccount with hedge_mode', () => {
  it('is answered, and kept', async () => {
    const { json } = await test.ask({
      url: accountEndpoints.getAccount.path.replace(':id', 'both-ways'),
    });
    expect(json.data.hedge_mode).toBe(true);
  });

  it.each(['gateio', 'kraken', 'hyperliquid'])('is NOT_SUPPORTED at %s', async (exchange) => {
    const fields = { exchange_account_id: 'none', exchange, hedge_mode: true };
    const { status, json } = await create(fields);
    expect([status, json.message]).toEqual([
      400,
      `Error - ${exchange} does not support hedge mode here.`,
    ]);
    expect(json.data).toMatchObject({ error: 'NOT_SUPPORTED', feature: 'hedge_mode' });
  });

  it('is refused for a live account, whose exchange tells it, and cannot be changed', async () => {
    const live = { exchange: 'okx', mode: 'live', hedge_mode: true };
    const credentials = { api_key: 'k', api_secret: 's', passphrase: 'p' };
    const { status, text } = await create({ exchange_account_id: 'live', ...live, credentials });
    expect([status, text.includes('for live accounts the exchange reports it')]).toEqual([
      400,
      true,
    ]);
    const url = accountEndpoints.changeAccount.path.replace(':id', 'both-ways');
    const changed = await test.ask({ method: 'PATCH', url, body: { hedge_mode: false } });
    expect([changed.status, changed.text.includes('hedge_mode')]).toEqual([400, true]);
  });
});

describe('an account in hedge mode', () => {
  it('has a long and a short position, each of which reduce_only closes', async () => {
    await test.trade({ ...hedged, symbol, side: 'buy', quantity: 0.03 });
    await test.trade({ ...hedged, symbol, side: 'sell', quantity: 0.02 });
    expect(await legs()).toEqual([
      ['long', 0.03],
      ['short', 0.02],
    ]);
    await test.trade({ ...hedged, symbol, side: 'sell', quantity: 0.03, reduce_only: true });
    expect(await legs()).toEqual([['short', 0.02]]);
    await test.trade({ ...hedged, symbol, side: 'buy', quantity: 0.02, reduce_only: true });
    expect(await legs()).toEqual([]);
  });

  it('is warned in a preview that a stop without reduce_only opens the other position', async () => {
    const path = executionEndpoints.validateOrder.path;
    await test.trade({ ...hedged, symbol, side: 'buy', quantity: 0.03 });
    const warningsOf = async (fields: object) => {
      const order = { symbol, side: 'sell', order_type: 'stop_loss', quantity: 0.01, ...fields };
      const body = { stop_price: 50_000, ...hedged, ...order };
      const { status, json } = await test.ask({
        method: 'POST',
        url: `${path}?preview=true`,
        body,
      });
      expect([status, json.data.code]).toEqual([200, undefined]);
      return json.data.warnings;
    };
    expect(await warningsOf({})).toEqual([
      'The account is in hedge mode: this sell stop opens its short position and leaves its long ' +
        'one as it is. Set reduce_only to close the long position.',
    ]);
    expect(await warningsOf({ reduce_only: true })).toEqual([]);
    expect(await warningsOf({ exchange_account_id: 'paper-binance' })).toEqual([]);
    await test.trade({ ...hedged, symbol, side: 'sell', quantity: 0.03, reduce_only: true });
  });

  it('has one leverage for both positions', async () => {
    await test.trade({ ...hedged, symbol, side: 'buy' });
    await test.trade({ ...hedged, symbol, side: 'sell' });
    const { status } = await test.send('setLeverage', { ...hedged, symbol, leverage: 3 });
    const { positions } = await test.data('listPositions', hedged);
    expect([status, positions.map(({ leverage }: { leverage: number }) => leverage)]).toEqual([
      200,
      [3, 3],
    ]);
  });
});

const accounts = (id: string) => ({ exchange_account_ids: [id] });

async function post(path: string, body: object) {
  return test.ask({ method: 'POST', url: path, body });
}

/** Returns the positions of one account, as side and base units. */
async function held(account: {
  readonly exchange_account_id: string;
}): Promise<[string, number][]> {
  const { positions } = await test.data('listPositions', account);
  return positions.map((each: { side: string; contracts: number; contract_size: number }) => [
    each.side,
    each.contracts * each.contract_size,
  ]);
}

describe.each([
  ['hedge', 'both-routed', true],
  ['one-way', 'one-routed', false],
] as const)('a route that only reduces, in %s mode', (_mode, id, isHedged) => {
  const own = { exchange_account_id: id };
  const route = { symbol, side: 'sell', quantity: 0.02, ...accounts(id), reduce_only: true };
  const { estimateRoute, executeRoute } = routingEndpoints;

  it('has no account while there is nothing to reduce', async () => {
    await create({ ...own, exchange: 'binance', hedge_mode: isHedged });
    if (isHedged) await test.trade({ ...own, symbol, side: 'sell', quantity: 0.05 });
    const { json } = await post(estimateRoute.path, route);
    expect(json.data.slices).toEqual([]);
    expect(json.data.excluded).toMatchObject([{ reason: 'NO_POSITION' }]);
  });

  it('closes the position of its side, and leaves the other one', async () => {
    await test.trade({ ...own, symbol, side: 'buy', quantity: 0.03 });
    const before = await held(own);
    if (!isHedged) expect(before).toEqual([['long', 0.03]]);
    const { status, json } = await post(executeRoute.path, { ...route, client_plan_id: `p-${id}` });
    expect([status, json.data.status, json.data.reduce_only]).toEqual([200, 'completed', true]);
    const [long, ...others] = await held(own);
    expect(long?.[0]).toBe('long');
    expect(long?.[1]).toBeCloseTo(0.01, 10);
    expect(others).toEqual(isHedged ? [['short', 0.05]] : []);
  });

  it('is answered with its plan again, and with a refusal where it is another route', async () => {
    const body = { ...route, client_plan_id: `p-${id}` };
    const again = await post(executeRoute.path, body);
    expect([again.status, again.json.data.executed_quantity]).toEqual([200, 0.02]);
    const other = await post(executeRoute.path, { ...body, reduce_only: false });
    expect(other.json.data.error).toBe('DUPLICATE_CLIENT_PLAN_ID');
  });
});

describe.each([
  ['hedge', 'both-swept', true],
  ['one-way', 'one-swept', false],
] as const)('an algorithm that only reduces, in %s mode', (_mode, id, isHedged) => {
  const own = { exchange_account_id: id };

  it.each([true, false])('closes the position of its side (use_sor: %s)', async (use_sor) => {
    await create({ ...own, exchange: 'binance', hedge_mode: isHedged });
    await test.trade({ ...own, symbol, side: 'buy', quantity: 0.03 });
    const others = (await held(own)).filter(([side]) => side === 'short');
    const body = {
      algorithm_type: 'sweep',
      symbol,
      side: 'sell',
      quantity: 0.03,
      ...accounts(id),
      reduce_only: true,
      params: { use_sor },
    };
    const started = await post(algorithmEndpoints.startAlgorithm.path, body);
    expect([started.status, started.json.data.reduce_only]).toEqual([200, true]);
    await test.clock.advance(30_000);
    const { path } = algorithmEndpoints.getAlgorithm;
    const { order_id } = started.json.data;
    const { json } = await test.ask({ url: path.replace(':order_id', order_id) });
    expect(json.data.status).toBe('COMPLETED');
    expect(await held(own)).toEqual(others);
    if (isHedged) await test.trade({ ...own, symbol, side: 'sell', quantity: 0.01 });
  });
});

describe('reduce_only', () => {
  const { startAlgorithm } = algorithmEndpoints;
  const { estimateRoute, executeRoute } = routingEndpoints;
  const spot = { symbol: 'BTC/USDT', side: 'sell', quantity: 1, reduce_only: true };
  const sweep = { algorithm_type: 'sweep', params: {} };

  it.each([
    [estimateRoute.path, {}],
    [executeRoute.path, {}],
    [startAlgorithm.path, sweep],
  ])('is refused on spot by %s, by name', async (path, more) => {
    const { status, json } = await post(path, { ...spot, ...accounts('paper-binance'), ...more });
    expect(status).toBe(400);
    expect(json.data.errors).toMatchObject([{ field: 'reduce_only' }]);
  });
});
