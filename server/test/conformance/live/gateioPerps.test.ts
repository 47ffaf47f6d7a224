import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  btc,
  eth,
  inverse,
  openPerpsTrader,
  type PerpsTrader,
  paths,
} from '../../support/exchanges/gateio/perps.ts';

let trader: PerpsTrader;
beforeEach(async () => {
  trader = await openPerpsTrader();
});
afterEach(() => trader.live.stop());

const setLeverage = (symbol: string, leverage: number) =>
  trader.post(paths.leverage, { symbol, leverage });
const setMode = (symbol: string, margin_mode: string) =>
  trader.post(paths.marginMode, { symbol, margin_mode });
const settings = async (symbol: string) => {
  const { leverage, margin_mode } = await trader.get(paths.leverage, { symbol });
  return [leverage, margin_mode];
};
const refusal = async (path: string, fields: object) => {
  const { status, json } = await trader.ask('POST', path, fields);
  return [status, json.data?.error ?? json.error, json];
};

describe('leverage and margin mode at gateio', () => {
  it('are set apart from each other, and read again', async () => {
    expect(await settings(btc)).toEqual([20, 'cross']);
    const { result } = await setLeverage(btc, 7);
    expect(result).toMatchObject({ leverage: '0', cross_leverage_limit: '7' });
    expect(await settings(btc)).toEqual([7, 'cross']);
    await setMode(btc, 'isolated');
    expect(await settings(btc)).toEqual([7, 'isolated']);
    await setLeverage(btc, 3);
    expect(await settings(btc)).toEqual([3, 'isolated']);
    await setMode(btc, 'cross');
    expect(await settings(btc)).toEqual([3, 'cross']);
    // Each market has its own settings, and inverse ones are read alone.
    expect(await settings(eth)).toEqual([20, 'cross']);
    const refused = await refusal(paths.leverage, { symbol: inverse, leverage: 2 });
    expect(refused.slice(0, 2)).toEqual([400, 'NOT_SUPPORTED']);
    expect(await settings(inverse)).toEqual([20, 'cross']);
  });

  it('may be set twice, and a mode that is set already is not set again', async () => {
    await setLeverage(btc, 7);
    await setLeverage(btc, 7);
    await setMode(btc, 'isolated');
    const { result } = await setMode(btc, 'isolated');
    expect(result).toMatchObject({ already_set: true, leverage: '7' });
    const sent = trader.live.simulator
      .requests('gateio')
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/leverage'));
    expect(sent.map(({ query }) => query)).toEqual([
      'leverage=0&cross_leverage_limit=7',
      'leverage=0&cross_leverage_limit=7',
      'leverage=7',
    ]);
  });

  it('keep the mode while a position or an order is open', async () => {
    await trader.trade(btc, 'buy', 1);
    const asked = { symbol: btc, margin_mode: 'isolated' };
    const [status, code, body] = await refusal(paths.marginMode, asked);
    expect([status, code]).toEqual([409, 'CONFLICT']);
    expect(body.message).toContain('POSITION_HOLDING');
    expect(await settings(btc)).toEqual([20, 'cross']);
    const order = { contract: 'ETH_USDT', size: 1, price: '50' };
    await trader.there('POST /futures/usdt/orders', order);
    const other = await refusal(paths.marginMode, { symbol: eth, margin_mode: 'isolated' });
    expect(other.slice(0, 2)).toEqual([409, 'CONFLICT']);
    // The leverage may change nevertheless.
    await setLeverage(btc, 10);
    expect(await settings(btc)).toEqual([10, 'cross']);
  });

  it('refuse a leverage that the market does not have, and one that is too dear', async () => {
    for (const [leverage, label] of [
      [126, 'LEVERAGE_TOO_HIGH'],
      [2.5, 'INVALID_ARGUMENT'],
    ] as const) {
      const [status, code, body] = await refusal(paths.leverage, { symbol: btc, leverage });
      expect([status, code]).toEqual([400, 'VALIDATION_FAILED']);
      const message = expect.stringContaining(label);
      expect(body.data.errors).toEqual([{ field: 'leverage', message, value: null }]);
    }
    await trader.trade(btc, 'buy', 20);
    const dear = await refusal(paths.leverage, { symbol: btc, leverage: 1 });
    expect(dear.slice(0, 2)).toEqual([400, 'INSUFFICIENT_MARGIN']);
    expect(await settings(btc)).toEqual([20, 'cross']);
  });
});

describe('positions at gateio', () => {
  /**
   * Opens a long of one BTC at 101, isolated at ten, and a short of two ETH at 99, cross at five.
   */
  async function openBoth() {
    await setMode(btc, 'isolated');
    await setLeverage(btc, 10);
    await setLeverage(eth, 5);
    await trader.trade(btc, 'buy', 1);
    await trader.trade(eth, 'sell', 2);
  }

  it('are told with all their numbers, long and short, isolated and cross', async () => {
    expect(await trader.get(paths.positions)).toEqual({ positions: [], count: 0 });
    await openBoth();
    trader.mark(btc, 111);
    trader.mark(eth, 90);
    const { positions, count } = await trader.get(paths.positions);
    expect(count).toBe(2);
    const [long, short] = positions;
    expect(long).toMatchObject({
      symbol: btc,
      side: 'long',
      contracts: 10_000,
      contract_size: 0.0001,
      entry_price: 101,
      mark_price: 111,
      notional: 111,
      leverage: 10,
      unrealized_pnl: 10,
      margin_mode: 'isolated',
      collateral: 10.1,
      exchange: 'gateio',
      exchange_account_id: trader.account,
    });
    expect(long.percentage).toBeCloseTo((10 / 10.1) * 100, 9);
    // Margin and loss meet the maintenance of half a percent: 10.1 + (p - 101) = 0.005 p.
    expect(long.liquidation_price).toBe(Math.floor((90.9 / 0.995) * 100) / 100);
    expect(short).toMatchObject({
      symbol: eth,
      side: 'short',
      contracts: 200,
      contract_size: 0.01,
      entry_price: 99,
      mark_price: 90,
      notional: 180,
      leverage: 5,
      unrealized_pnl: 18,
      margin_mode: 'cross',
      collateral: 39.6,
    });
    expect(short.percentage).toBeCloseTo((18 / 39.6) * 100, 9);
    // All of the wallet but the other's margin: share + 2 (99 - p) = 0.005 * 2 p.
    const share = 1_000 - 101 * 0.0005 - 198 * 0.0005 - 10.1;
    expect(short.liquidation_price).toBe(Math.ceil(((share + 198) / 2.01) * 100) / 100);
    expect(long.info).toMatchObject({ contract: 'BTC_USDT', size: 10_000, value: '111' });
    const at = trader.live.service.app.clock.now();
    expect(at - long.timestamp).toBeLessThan(60_000);
    expect(long.datetime).toBe(new Date(long.timestamp).toISOString());
    const one = await trader.get(paths.positions, { symbol: eth });
    expect(one.positions.map(({ symbol }: { symbol: string }) => symbol)).toEqual([eth]);
  });

  it('count with the sizes of both, in the leverage of a market', async () => {
    await openBoth();
    trader.mark(eth, 90);
    expect(await trader.get(paths.leverage, { symbol: eth })).toEqual({
      exchange: 'gateio',
      exchange_account_id: trader.account,
      symbol: eth,
      leverage: 5,
      margin_mode: 'cross',
      position_side: 'short',
      position_size: 2,
      notional: 180,
      unrealized_pnl: 18,
    });
  });

  it('that are inverse stand beside the others, with their worth in dollars', async () => {
    const order = { contract: 'BTC_USD', size: 202, price: '0', tif: 'ioc' };
    await trader.there('POST /futures/btc/orders', order);
    trader.mark(inverse, 125);
    const { positions } = await trader.get(paths.positions);
    expect(positions).toMatchObject([
      {
        symbol: inverse,
        side: 'long',
        contracts: 202,
        contract_size: 1,
        entry_price: 101,
        mark_price: 125,
        notional: 202,
        leverage: 20,
      },
    ]);
    expect(positions[0].unrealized_pnl).toBeCloseTo(202 / 101 - 202 / 125, 12);
    expect(positions[0].collateral).toBeCloseTo(2 / 20, 12);
    const held = await trader.get(paths.leverage, { symbol: inverse });
    expect(held.position_size).toBeCloseTo(202 / 125, 12);
  });

  it('of dated contracts are asked for in their own wallet, which is not there yet', async () => {
    expect(await trader.get(paths.positions, { market_type: 'future' })).toEqual({
      positions: [],
      count: 0,
    });
  });
});
