import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bybitContracts,
  inUsdc,
  inverse,
  linear,
  openTrader,
  other,
  show,
  tradeInverse,
} from '../../support/exchanges/bybit/contracts.ts';
import { perpQuestions } from '../../support/exchanges/perpQuestions.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// The settings and positions of an account, through our API, ccxt and a socket. Expected numbers
// are calculated here from prices and quantities alone.

let live: LiveService;
beforeAll(async () => {
  live = await openLiveService(bybitContracts);
});
afterAll(() => live.stop());

async function open() {
  const trader = await openTrader(live);
  const buy = (symbol: string, quantity: number) =>
    trader.take({ symbol, order_type: 'market', side: 'buy', quantity });
  const sell = (symbol: string, quantity: number) =>
    trader.take({ symbol, order_type: 'market', side: 'sell', quantity });
  return { trader, buy, sell, ...perpQuestions(() => live, trader.account) };
}

describe('leverage at bybit', () => {
  it('is set and read, in every kind of contract that is traded, and twice is well', async () => {
    const { data, refusal } = await open();
    const refused = await refusal('setLeverage', { symbol: inverse, leverage: 12 });
    expect(refused.slice(0, 2)).toEqual([400, 'NOT_SUPPORTED']);
    for (const symbol of [linear, inUsdc]) {
      const first = await data('setLeverage', { symbol, leverage: 12 });
      expect(first).toMatchObject({ exchange: 'bybit', symbol, leverage: 12 });
      expect(first.result).toMatchObject({ retCode: 0, already_set: false });
      const again = await data('setLeverage', { symbol, leverage: 12 });
      expect(again.result).toMatchObject({ retCode: 110043, already_set: true });
      expect(await data('getLeverage', { symbol })).toMatchObject({
        symbol,
        leverage: 12,
        margin_mode: 'cross',
        position_side: null,
        position_size: 0,
        notional: 0,
        unrealized_pnl: 0,
      });
    }
    expect(await data('getLeverage', { symbol: other })).toMatchObject({ leverage: 20 });
  });

  it('is refused beyond what the market allows', async () => {
    const { ask } = await open();
    const { status, json } = await ask('setLeverage', { symbol: linear, leverage: 150 });
    expect([status, json.data.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(JSON.stringify(json.data)).toMatch(/"field":"leverage".*risk limit/);
  });

  it('is refused where the account has too little for it', async () => {
    const { buy, refusal, data } = await open();
    // Worth 1,004,950, a twentieth of which is set aside.
    await buy(linear, 9_950);
    const [status, code, message] = await refusal('setLeverage', { symbol: linear, leverage: 1 });
    expect([status, code]).toEqual([400, 'INSUFFICIENT_MARGIN']);
    expect(message).toContain('Insufficient available balance');
    expect(await data('getLeverage', { symbol: linear })).toMatchObject({ leverage: 20 });
  });

  it('is set all the same when the answer to it was lost', async () => {
    const { data } = await open();
    live.simulator.fail('bybit', {
      match: ({ path }) => path === '/v5/position/set-leverage',
      times: 1,
      when: 'after',
      how: { kind: 'resetsBeforeHeaders' },
    });
    const { result } = await data('setLeverage', { symbol: linear, leverage: 7 });
    expect(result).toMatchObject({ already_set: true });
    expect(await data('getLeverage', { symbol: linear })).toMatchObject({ leverage: 7 });
  });
});

describe('the margin mode at bybit', () => {
  it('is one for the whole account, and says so', async () => {
    const { data } = await open();
    const set = { symbol: linear, margin_mode: 'isolated' };
    const first = await data('setMarginMode', set);
    expect(first).toMatchObject({ symbol: linear, margin_mode: 'isolated' });
    expect(first.result).toMatchObject({
      account_wide: true,
      already_set: false,
      answer: { retCode: 0, result: { reasons: [] } },
    });
    for (const symbol of [linear, other, inUsdc, inverse]) {
      expect(await data('getLeverage', { symbol })).toMatchObject({ margin_mode: 'isolated' });
    }
    expect((await data('setMarginMode', set)).result.account_wide).toBe(true);
    await data('setMarginMode', { symbol: other, margin_mode: 'cross' });
    expect(await data('getLeverage', { symbol: linear })).toMatchObject({ margin_mode: 'cross' });
  });

  it('is refused while a position or an order is open in any of its markets', async () => {
    const { trader, buy, sell, refusal, data } = await open();
    const set = { symbol: inUsdc, margin_mode: 'isolated' };
    await buy(other, 1);
    const [status, code, message] = await refusal('setMarginMode', set);
    expect([status, code]).toEqual([409, 'CONFLICT']);
    expect(message).toContain('no positions');
    await sell(other, 1);
    const { order_id } = await trader.take({
      order_type: 'limit',
      side: 'buy',
      quantity: 1,
      price: 90,
    });
    expect((await refusal('setMarginMode', set))[1]).toBe('CONFLICT');
    expect(await data('getLeverage', { symbol: inverse })).toMatchObject({ margin_mode: 'cross' });
    await trader.cancel(order_id);
    await data('setMarginMode', set);
  });
});

describe('positions at bybit', () => {
  it('are told with what they are worth at the mark, long and short', async () => {
    const { trader, buy, sell, data } = await open();
    expect(await data('listPositions')).toEqual({ positions: [], count: 0 });
    await buy(linear, 2);
    await sell(other, 3);
    show(live, linear, [109, 111]);
    show(live, other, [107, 108]);
    const { positions, count } = await data('listPositions');
    expect(count).toBe(2);
    const [long, short] = positions;
    // Bought at 101, and 110 now; a twentieth of 202 was set aside.
    expect(long).toMatchObject({
      symbol: linear,
      side: 'long',
      contracts: 2,
      contract_size: 1,
      entry_price: 101,
      mark_price: 110,
      notional: 220,
      leverage: 20,
      unrealized_pnl: 18,
      collateral: 10.1,
      margin_mode: 'cross',
      exchange: 'bybit',
      exchange_account_id: trader.account,
    });
    expect(long.percentage).toBeCloseTo((18 / 10.1) * 100, 9);
    expect(long.info).toMatchObject({ symbol: 'BTCUSDT', positionValue: '202' });
    expect(long.timestamp).toBeLessThanOrEqual(live.service.app.clock.now());
    // Sold at 100, and 107.5 now.
    expect(short).toMatchObject({
      symbol: other,
      side: 'short',
      contracts: 3,
      entry_price: 100,
      mark_price: 107.5,
      notional: 322.5,
      unrealized_pnl: -22.5,
      collateral: 15,
    });
    expect(await data('getLeverage', { symbol: other })).toMatchObject({
      position_side: 'short',
      position_size: 3,
      notional: 322.5,
      unrealized_pnl: -22.5,
    });
    expect((await data('listPositions', { symbol: other })).positions).toEqual([short]);
    expect(await data('listPositions', { market_type: 'future' })).toMatchObject({ count: 0 });
    await sell(linear, 2);
    expect((await data('listPositions')).positions).toMatchObject([{ symbol: other }]);
  });

  it('have a price at which an isolated one is liquidated', async () => {
    const { buy, sell, data } = await open();
    await data('setMarginMode', { symbol: linear, margin_mode: 'isolated' });
    for (const symbol of [linear, other]) await data('setLeverage', { symbol, leverage: 10 });
    await buy(linear, 2);
    await sell(other, 3);
    const [long, short] = (await data('listPositions')).positions;
    // A tenth of its cost is all it has, and half a percent of its worth must be left.
    const spent = (price: number) => 20.2 + 2 * (price - 101) <= 2 * price * 0.005;
    expect([spent(long.liquidation_price), spent(long.liquidation_price + 0.01)]).toEqual([
      true,
      false,
    ]);
    const bust = (price: number) => 30 + 3 * (100 - price) <= 3 * price * 0.005;
    expect([bust(short.liquidation_price), bust(short.liquidation_price - 0.01)]).toEqual([
      true,
      false,
    ]);
    expect(long).toMatchObject({ margin_mode: 'isolated', collateral: 20.2, leverage: 10 });
    expect(short).toMatchObject({ margin_mode: 'isolated', collateral: 30 });
  });

  it('of an inverse contract are counted in the quote, and earn the base', async () => {
    const { trader, buy, data } = await open();
    await tradeInverse(live, trader, { side: 'Buy', qty: '10100' });
    await buy(inUsdc, 1);
    show(live, inverse, [199, 205]);
    const [first, second] = (await data('listPositions')).positions;
    // 10,100 dollars were 100 coins at 101, and are 50 at 202.
    expect(first).toMatchObject({
      symbol: inverse,
      side: 'long',
      contracts: 10_100,
      contract_size: 1,
      entry_price: 101,
      mark_price: 202,
      notional: 10_100,
      unrealized_pnl: 50,
      collateral: 5,
      leverage: 20,
    });
    expect(second).toMatchObject({ symbol: inUsdc, contracts: 1, unrealized_pnl: -0.5 });
    expect(await data('getLeverage', { symbol: inverse })).toMatchObject({ position_size: 50 });
  });
});
