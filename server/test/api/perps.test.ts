import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { perpEndpoints, walletEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { venueIds } from '../../src/trading/model/venue.ts';
import { walletsOf } from '../../src/trading/venues/registry.ts';
import { createMadeMarket } from '../support/app/madeMarket.ts';
import { createPerpsApp, type PerpsApp } from '../support/app/perpsApp.ts';
import { createManualClock } from '../support/manualClock.ts';
import { listedMarket, symbolOf } from '../support/paper/fixture.ts';

const btc = 'BTC/USDT:USDT';
const on = (venue: string) => ({ exchange_account_id: `paper-${venue}` });
const quoteOf = (venue: string) => ({ kraken: 'USD', hyperliquid: 'USDC' })[venue] ?? 'USDT';
const perpOf = (venue: string) => `BTC/${quoteOf(venue)}:${quoteOf(venue)}`;
/** Skips a test of something that an exchange does not have. */
const when = (isOffered: boolean) => (isOffered ? it : () => undefined);
const hourMs = 3_600_000;
/** Both an hour and an eight-hour window end then. */
const midnightMs = 1_700_006_400_000;

let test: PerpsApp;
beforeAll(async () => {
  test = await createPerpsApp();
});
afterAll(() => test.stop());

describe.each(venueIds)('a paper account at %s', (venue) => {
  const account = on(venue);
  const symbol = perpOf(venue);
  const facts = { exchange: venue, exchange_account_id: `paper-${venue}` };
  const canSet = venue !== 'hyperliquid';
  const canMove = walletsOf(venue).transferWords !== undefined;

  when(canSet)('is told its leverage and margin mode, and keeps them', async () => {
    const set = { ...account, symbol, leverage: 5 };
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, json } = await test.send('setLeverage', set);
      expect([status, json.message]).toEqual([200, `Leverage set to 5x for ${symbol}`]);
      expect(json.data).toEqual({
        ...facts,
        symbol,
        leverage: 5,
        result: { symbol, leverage: 5 },
      });
    }
    for (let turn = 0; turn < 2; turn += 1) {
      const mode = { ...account, symbol, margin_mode: 'isolated' };
      const { status, json } = await test.send('setMarginMode', mode);
      expect([status, json.message]).toEqual([200, `Margin mode set to isolated for ${symbol}`]);
      expect(json.data.margin_mode).toBe('isolated');
      expect(json.data.result.account_wide).toBe(venue === 'bybit' ? true : undefined);
    }
    expect(await test.data('getLeverage', { ...account, symbol })).toEqual({
      ...facts,
      symbol,
      leverage: 5,
      margin_mode: 'isolated',
      position_side: null,
      position_size: 0,
      notional: 0,
      unrealized_pnl: 0,
    });
  });

  when(!canSet)('has no leverage and no margin mode to set', async () => {
    for (const [name, word] of [
      ['setLeverage', 'leverage'],
      ['getLeverage', 'leverage'],
      ['setMarginMode', 'margin mode'],
    ] as const) {
      const fields = { ...account, symbol, leverage: 5, margin_mode: 'cross' };
      const { status, json } = await test.send(name, fields);
      expect([status, json.message]).toEqual([400, `Error - ${venue} does not support ${word}.`]);
      expect(json.data.error).toBe('NOT_SUPPORTED');
    }
  });

  it('has a position until it is closed, and then what it took', async () => {
    await test.trade({ ...account, symbol, side: 'buy' });
    const { positions, count } = await test.data('listPositions', account);
    expect(count).toBe(1);
    const [position] = positions;
    expect(position).toMatchObject({
      symbol,
      side: 'long',
      leverage: canSet ? 5 : 20,
      margin_mode: canSet ? 'isolated' : 'cross',
      ...facts,
    });
    expect(position.contracts * position.contract_size).toBeCloseTo(0.01, 12);
    expect(position.collateral).toBeCloseTo((position.entry_price * 0.01) / position.leverage, 6);
    expect(position.notional).toBeCloseTo(position.mark_price * 0.01, 6);
    const empty = await test.data('getRealizedPnl', { ...account, symbol });
    expect(empty).toEqual({ ...facts, symbol, entries: [], count: 0 });
    await test.trade({ ...account, symbol, side: 'sell' });
    expect(await test.data('listPositions', account)).toEqual({ positions: [], count: 0 });
    const { entries, ...rest } = await test.data('getRealizedPnl', account);
    expect(rest).toEqual({ ...facts, symbol: null, count: 1 });
    expect(entries[0]).toMatchObject({ symbol, code: quoteOf(venue) });
  });

  it('is told the funding rate in the windows of the exchange', async () => {
    const rate = await test.data('getFundingRate', { ...account, symbol });
    const hours = venue === 'hyperliquid' ? 1 : 8;
    const hasNext = venue === 'gateio' || venue === 'kraken';
    expect(rate).toMatchObject({
      ...facts,
      symbol,
      interval_hours: hours,
      windows_per_year: 8_760 / hours,
      predicted_rate_source: hasNext ? 'next' : 'current',
    });
    expect(Math.abs(rate.funding_rate)).toBeLessThan(hours === 1 ? 0.0003 : 0.002);
    const isHourly = venue === 'kraken' || venue === 'hyperliquid';
    const nowMs = test.clock.now();
    const dueMs = Math.ceil(nowMs / hourMs / (isHourly ? 1 : 8)) * hourMs * (isHourly ? 1 : 8);
    expect(rate.next_funding_time).toBe(dueMs);
    expect(rate.mark_price / rate.index_price).toBeCloseTo(1, 2);
    expect(await test.data('getFundingHistory', account)).toMatchObject({ payments: [], count: 0 });
  });

  when(canMove)('moves money to each of its other wallets and back, exactly', async () => {
    const { transferWords = {}, detours = [] } = walletsOf(venue);
    const past = new Set(['spot', ...detours.map(({ to }) => to)]);
    const words = Object.entries(transferWords).filter(([, wallet]) => !past.has(wallet));
    const asset = quoteOf(venue);
    const before = await test.everything(account.exchange_account_id, symbol);
    for (const [word] of words) {
      const there = { ...account, asset, amount: 0.1, from_account: 'spot', to_account: word };
      const { status, json } = await test.send('transferFunds', there);
      expect(status).toBe(200);
      expect(json.data).toMatchObject({ ...facts, ...there, status: 'completed' });
      const back = { ...there, from_account: word, to_account: 'spot' };
      const again = await test.data('transferFunds', back);
      expect(again.transfer_id).not.toBe(json.data.transfer_id);
    }
    expect(await test.everything(account.exchange_account_id, symbol)).toEqual(before);
  });

  when(!canMove)('has one wallet', async () => {
    const move = { ...account, asset: 'USDC', amount: 1, from_account: 'spot', to_account: 'swap' };
    const { status, json } = await test.send('transferFunds', move);
    expect([status, json.data.error]).toEqual([400, 'NOT_SUPPORTED']);
  });

  it('has no portfolio margin unless it was made with it', async () => {
    for (const name of [
      'getPortfolioMarginBalance',
      'getPortfolioMarginAccount',
      'triggerAutoCollection',
      'triggerAssetCollection',
    ] as const) {
      const { status, json } = await test.send(name, { ...account, asset: 'USDT' });
      expect([status, json.data.error]).toEqual([400, 'NOT_SUPPORTED']);
    }
  });
});

describe('what is wrong', () => {
  const account = on('okx');
  const gate = on('gateio');
  const move = { ...gate, asset: 'USDT', amount: 1, from_account: 'spot', to_account: 'swap' };
  const lever = { ...account, symbol: btc, leverage: 3 };
  const mode = { ...account, symbol: btc, margin_mode: 'cross' };
  const whole = 'okx takes a leverage of 1 to 100 for BTC/USDT:USDT';
  const wrong: readonly (readonly [
    Parameters<PerpsApp['send']>[0],
    object,
    number,
    string | RegExp,
  ])[] = [
    ['setLeverage', { ...lever, leverage: 0 }, 400, /leverage must be at least 1/],
    ['setLeverage', { ...lever, leverage: 1_000 }, 400, /leverage must be at most 200/],
    ['setLeverage', { ...lever, leverage: 101 }, 400, new RegExp(`${whole}"`)],
    ['setLeverage', { ...lever, leverage: 1.5 }, 400, new RegExp(`${whole}, in whole numbers`)],
    ['setLeverage', { ...lever, leverage: '5' }, 400, /leverage is required and must be a number/],
    ['setLeverage', { ...lever, leverage: Number.NaN }, 400, /must be a number/],
    ['setLeverage', { ...lever, symbol: 'BTC/USDT' }, 400, /spot market, not swap/],
    ['setLeverage', { ...lever, symbol: 'NONE/USDT:USDT' }, 404, /NONE/],
    ['setLeverage', { ...lever, exchange_account_id: 'nobody' }, 404, /Exchange account not found/],
    ['setMarginMode', { ...mode, margin_mode: 'both' }, 400, /must be 'cross' or 'isolated'/],
    ['setMarginMode', { ...mode, symbol: 'BTC/USDT' }, 400, /spot market, not swap/],
    ['setMarginMode', { ...mode, symbol: 'NONE/USDT:USDT' }, 404, /NONE/],
    ['getLeverage', { ...account, symbol: 'BTC/USDT' }, 400, /spot market, not swap/],
    ['getLeverage', account, 400, /symbol is required/],
    ['listPositions', { ...account, symbol: 'BTC/USDT' }, 400, /spot market, not swap/],
    ['listPositions', { ...account, market_type: 'spot' }, 400, /'swap' or 'future'/],
    ['getFundingHistory', { ...account, limit: 0 }, 400, /limit/],
    ['getFundingHistory', { ...account, since: 'soon' }, 400, /since/],
    ['getRealizedPnl', { ...account, limit: 1_001 }, 400, /limit/],
    ['getFundingRate', { ...account, symbol: 'NONE/USDT:USDT' }, 404, /NONE/],
    ['getFundingRate', { ...account, symbol: 'BTC/USDT' }, 400, /spot market, not swap/],
    ['transferFunds', { ...move, from_account: 'vault' }, 400, /must be one of spot, swap/],
    ['transferFunds', { ...move, to_account: 'margin' }, 400, /it has spot, funding, swap, future/],
    ['transferFunds', { ...move, to_account: 'spot' }, 400, /must differ from from_account/],
    ['transferFunds', { ...move, to_account: 'funding' }, 400, /the same wallet/],
    ['transferFunds', { ...move, amount: -1 }, 400, /above 0/],
    ['transferFunds', { ...move, amount: 0 }, 400, /above 0/],
    ['transferFunds', { ...move, amount: 1e14 }, 400, /at most/],
    ['transferFunds', { ...move, amount: 1e-19 }, 400, /at most 18 decimals/],
    ['transferFunds', { ...move, amount: Number.NaN }, 400, /must be a number/],
    ['transferFunds', { ...move, amount: '1' }, 400, /must be a number/],
    ['transferFunds', { ...move, amount: 1_000_001 }, 400, /at most 1000000 USDT may leave/],
    ['transferFunds', { ...move, asset: 'DOGE' }, 400, /at most 0 DOGE may leave/],
    ['transferFunds', { ...move, asset: 'usdt' }, 400, /asset must be a code/],
    [
      'transferFunds',
      { ...move, exchange_account_id: 'nobody' },
      404,
      /Exchange account not found/,
    ],
  ];

  it.each(wrong)('%s refuses %j and changes nothing', async (name, fields, status, text) => {
    const owner = name === 'transferFunds' ? gate : account;
    const before = await test.everything(owner.exchange_account_id, btc);
    const answer = await test.send(name, { ...fields });
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(text);
    expect(await test.everything(owner.exchange_account_id, btc)).toEqual(before);
  });
});

describe('a key', () => {
  const account = on('binance');
  const fields = {
    ...account,
    symbol: btc,
    leverage: 7,
    margin_mode: 'cross',
    asset: 'USDT',
    amount: 1,
    from_account: 'spot',
    to_account: 'swap',
  };
  const reads = Object.entries(perpEndpoints).filter(([, { method }]) => method === 'GET');
  const keyFor = async (roles: string[], ids?: string[]): Promise<string> => {
    const body = { name: 'k', roles, paths: ['/**'], ...(ids && { exchange_account_ids: ids }) };
    return (await test.ask({ method: 'POST', url: '/admin/keys', body })).json.data.key;
  };
  const writes = ['setLeverage', 'setMarginMode', 'transferFunds'] as const;
  const margin = [
    'getPortfolioMarginBalance',
    'getPortfolioMarginAccount',
    'triggerAutoCollection',
    'triggerAssetCollection',
  ] as const;

  it('is needed, and must reach the account', async () => {
    const before = await test.everything('paper-binance', btc);
    const elsewhere = await keyFor(['trader'], ['paper-okx']);
    const names = [...reads.map(([name]) => name), ...writes, ...margin];
    for (const name of names as (typeof writes)[number][]) {
      expect((await test.send(name, fields, null)).status).toBe(401);
      expect((await test.send(name, fields, elsewhere)).status).toBe(403);
    }
    expect(await test.everything('paper-binance', btc)).toEqual(before);
  });

  it('of a viewer reads and changes nothing', async () => {
    const before = await test.everything('paper-binance', btc);
    const viewer = await keyFor(['viewer']);
    for (const [name] of reads) {
      const { status } = await test.send(name as (typeof writes)[number], fields, viewer);
      expect(status).toBe(200);
    }
    for (const name of [...writes, 'triggerAutoCollection', 'triggerAssetCollection'] as const) {
      expect((await test.send(name, fields, viewer)).status).toBe(403);
    }
    expect(await test.everything('paper-binance', btc)).toEqual(before);
    expect(Object.keys(walletEndpoints)).toEqual(['transferFunds']);
  });
});

describe('funding through the service', () => {
  it('is paid at the due time by both sides, and once however often it is started', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'windlass-funding-'));
    const env = { WINDLASS_DATA_DIR: dataDir };
    try {
      // The clock runs while a busy machine trades: five minutes have been too few.
      const clock = createManualClock(midnightMs - 1_200_000);
      const first = await createPerpsApp(env, { clock }, true);
      const traded = { symbol: btc, market_type: 'swap' };
      await first.trade({ ...on('binance'), ...traded, side: 'buy' });
      await first.trade({ ...on('okx'), ...traded, side: 'sell' });
      await first.trade({ ...on('bybit'), ...traded, side: 'buy' });
      // 1. Both payments are due at midnight.
      await first.clock.advance(midnightMs - clock.now() - 5_000);
      const paid = async (app: PerpsApp, venue: string) =>
        (await app.data('getFundingHistory', on(venue))).payments;
      expect(await paid(first, 'binance')).toEqual([]);
      await first.clock.advance(5_000);
      const [long] = await paid(first, 'binance');
      const [short] = await paid(first, 'okx');
      for (const payment of [long, short]) {
        expect(payment).toMatchObject({ symbol: btc, code: 'USDT', timestamp: midnightMs });
        const { rate, position, mark_price: mark } = payment.info;
        expect(payment.amount).toBeCloseTo(-Number(rate) * Number(position) * mark, 9);
      }
      expect(Math.sign(long.amount * Number(long.info.rate))).toBe(-1);
      expect(Math.sign(short.amount * Number(short.info.rate))).toBe(1);
      await first.stop();
      // 2. The market continues where it was, in the same window: nothing is due again.
      const later = createManualClock(midnightMs + hourMs);
      const second = await createPerpsApp(env, { clock: later }, true);
      await second.clock.advance(120_000);
      for (const venue of ['binance', 'okx', 'bybit']) {
        expect(await paid(second, venue)).toHaveLength(1);
      }
      await second.stop();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe('a book that runs away', () => {
  it('ends in a liquidation that every list tells of', async () => {
    const clock = createManualClock();
    const symbol = symbolOf(btc);
    const market = createMadeMarket({
      clock,
      markets: [listedMarket(symbol)],
      usd: { USDT: 1, BTC: 50_000 },
    });
    const app = await createPerpsApp({}, { clock, feeds: market.feeds });
    const show = async (price: number) => {
      market.show(btc, { bids: [[price - 1, 100]], asks: [[price, 100]] });
      await clock.advance(300);
    };
    await show(50_000);
    const account = { exchange_account_id: 'small' };
    const balances = { swap: { USDT: '1000' } };
    const made = { ...account, exchange: 'binance', mode: 'paper', paper_balances: balances };
    await app.account({ ...made, daily_limit_usd: 1_000_000 });
    await app.data('setMarginMode', { ...account, symbol: btc, margin_mode: 'isolated' });
    await app.trade({ ...account, symbol: btc, market_type: 'swap', side: 'buy', quantity: 0.1 });
    const { positions } = await app.data('listPositions', account);
    expect(positions[0]).toMatchObject({ contracts: 0.1, entry_price: 50_000, collateral: 250 });
    const limit = positions[0].liquidation_price;
    // 250 of margin on 0.1 BTC, and 0.4 percent of the worth as maintenance margin.
    expect(limit).toBeCloseTo(47_690.76, 1);
    await show(Math.ceil(limit) + 2);
    expect((await app.data('listPositions', account)).count).toBe(1);
    await show(47_601);
    expect(await app.data('listPositions', account)).toEqual({ positions: [], count: 0 });
    const { entries } = await app.data('getRealizedPnl', account);
    // The mark is between 47,600 and 47,601, rounded down to the tick.
    expect(entries).toMatchObject([{ symbol: btc, amount: -239.95, code: 'USDT' }]);
    // 2.5 of fees; the margin has 10.05 left, which the fee of 0.5 percent takes.
    const { total } = await app.data('getBalance', { ...account, market_type: 'swap' });
    expect(total.USDT).toBe(747.5);
    await app.stop();
  });
});
