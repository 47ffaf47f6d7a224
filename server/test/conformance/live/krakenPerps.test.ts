import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  krakenPerpsVenue,
  openPerpsTrader,
  type PerpsTrader,
  showPrice,
} from '../../support/exchanges/kraken/perps.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// Positions and leverage at kraken, from our API to the wire and back.

let live: LiveService;
let trader: PerpsTrader;
beforeEach(async () => {
  live = await openLiveService(krakenPerpsVenue);
  trader = await openPerpsTrader(live);
});
afterEach(() => live.stop());

const symbol = 'BTC/USD:USD';
const ether = 'ETH/USD:USD';
const inverse = 'BTC/USD:BTC';
/** The fee of a trade, and the maintenance margin as a share of the worth. */
const takerFee = 0.0005;
const kept = 0.005;

const settings = () =>
  live.simulator
    .requests('krakenfutures')
    .filter(({ path, method }) => path.endsWith('/leveragepreferences') && method === 'PUT')
    .map(({ query }) => query);

describe('leverage at kraken', () => {
  it('is none in cross, and isolates the contract when it is set', async () => {
    expect(await trader.read('getLeverage', { symbol })).toEqual({
      exchange: 'kraken',
      exchange_account_id: trader.account,
      symbol,
      leverage: null,
      margin_mode: 'cross',
      position_side: null,
      position_size: 0,
      notional: 0,
      unrealized_pnl: 0,
    });
    const { status, json } = await trader.tell('setLeverage', { symbol, leverage: 5 });
    expect([status, json.message]).toEqual([200, `Leverage set to 5x for ${symbol}`]);
    expect(json.data.result).toMatchObject({
      result: 'success',
      marginMode: 'isolated',
      maxLeverage: 5,
    });
    expect(await trader.read('getLeverage', { symbol })).toMatchObject({
      leverage: 5,
      margin_mode: 'isolated',
    });
    expect(await trader.read('getLeverage', { symbol: ether })).toMatchObject({
      leverage: null,
      margin_mode: 'cross',
    });
    // Setting it twice has the same effect as once.
    expect((await trader.tell('setLeverage', { symbol, leverage: 5 })).status).toBe(200);
  });

  it('that the contract does not take is refused, as is any of a contract in coins', async () => {
    const high = await trader.tell('setLeverage', { symbol, leverage: 21 });
    expect(high).toMatchObject({
      status: 400,
      json: { data: { error: 'VALIDATION_FAILED' } },
    });
    expect(high.json.data.errors).toMatchObject([
      { field: 'leverage', message: expect.stringContaining('FIXED_LEVERAGE_TOO_HIGH') },
    ]);
    const coins = await trader.tell('setLeverage', { symbol: inverse, leverage: 2 });
    expect([coins.status, coins.json.data.error]).toEqual([400, 'NOT_SUPPORTED']);
  });

  it('that a position has no margin for is refused, and leaves what was set', async () => {
    await trader.tell('setLeverage', { symbol, leverage: 20 });
    await trader.trade(symbol, 'buy', 100);
    const { status, json } = await trader.tell('setLeverage', { symbol, leverage: 2 });
    expect([status, json.data.error]).toEqual([400, 'INSUFFICIENT_MARGIN']);
    expect(await trader.read('getLeverage', { symbol })).toMatchObject({
      leverage: 20,
      margin_mode: 'isolated',
      position_side: 'long',
      position_size: 100,
    });
  });
});

describe('the margin mode at kraken', () => {
  const mode = async (margin_mode: string) => {
    const { status, json } = await trader.tell('setMarginMode', { symbol, margin_mode });
    return { status, result: json.data.result, error: json.data.error, message: json.message };
  };

  it('is isolated at one where nobody chose a leverage, and once alone', async () => {
    const first = await mode('isolated');
    expect(first).toMatchObject({
      status: 200,
      result: { marginMode: 'isolated', maxLeverage: 1 },
    });
    expect(first.message).toBe(`Margin mode set to isolated for ${symbol}`);
    expect(settings()).toEqual(['symbol=PF_XBTUSD&maxLeverage=1']);
    expect(await mode('isolated')).toMatchObject({ status: 200, result: { isUnchanged: true } });
    expect(settings()).toHaveLength(1);
  });

  it('keeps the leverage of a contract that has one, and loses it in cross', async () => {
    await trader.tell('setLeverage', { symbol, leverage: 7 });
    expect((await mode('isolated')).result).toMatchObject({ maxLeverage: 7, isUnchanged: true });
    expect((await mode('cross')).result).toMatchObject({ marginMode: 'cross' });
    expect((await mode('cross')).status).toBe(200);
    expect(settings().slice(1)).toEqual(['symbol=PF_XBTUSD', 'symbol=PF_XBTUSD']);
    expect(await trader.read('getLeverage', { symbol })).toMatchObject({
      leverage: null,
      margin_mode: 'cross',
    });
  });

  it('is not changed while a position is in the way', async () => {
    await trader.trade(symbol, 'buy', 1);
    expect(await mode('isolated')).toMatchObject({
      status: 409,
      error: 'CONFLICT',
      message: 'The exchange would have to liquidate an open position at that setting.',
    });
    expect(await trader.read('getLeverage', { symbol })).toMatchObject({ margin_mode: 'cross' });
  });
});

describe('positions at kraken', () => {
  it('are none of a flat account', async () => {
    expect(await trader.read('listPositions')).toEqual({ positions: [], count: 0 });
  });

  it('of all contracts have the numbers that the exchange does not tell', async () => {
    await trader.tell('setLeverage', { symbol: ether, leverage: 5 });
    await trader.trade(symbol, 'buy', 20);
    await trader.trade(ether, 'sell', 10);
    const coins = { symbol: 'PI_XBTUSD', side: 'buy', size: '1000', orderType: 'mkt' };
    expect(await trader.futures('POST', 'sendorder', coins)).toMatchObject({ result: 'success' });
    showPrice(live, symbol, [95, 96]);
    showPrice(live, ether, [95, 96]);
    showPrice(live, inverse, [110, 111]);
    const { positions, count } = await trader.read('listPositions');
    expect([count, positions.map((each: { symbol: string }) => each.symbol)]).toEqual([
      3,
      [inverse, symbol, ether],
    ]);
    const [inCoins, long, short] = positions;
    const shared = { exchange: 'kraken', exchange_account_id: trader.account };
    expect(long).toMatchObject({
      ...shared,
      side: 'long',
      contracts: 20,
      contract_size: 1,
      entry_price: 101,
      mark_price: 95.5,
      notional: 1_910,
      unrealized_pnl: -110,
      leverage: null,
      margin_mode: 'cross',
      info: { symbol: 'PF_XBTUSD', side: 'long' },
    });
    // A twentieth of 2,020, which is the exchange's default.
    expect(long.collateral).toBeCloseTo(101, 9);
    expect(long.percentage).toBeCloseTo((-110 / 101) * 100, 9);
    expect(short).toMatchObject({
      side: 'short',
      contracts: 10,
      entry_price: 100,
      mark_price: 95.5,
      notional: 955,
      unrealized_pnl: 45,
      leverage: 5,
      margin_mode: 'isolated',
      collateral: 200,
      percentage: 22.5,
      info: { maxFixedLeverage: 5 },
    });
    expect(inCoins).toMatchObject({
      side: 'long',
      contracts: 1_000,
      contract_size: 1,
      notional: 1_000,
      leverage: null,
      margin_mode: 'cross',
      mark_price: 110.5,
    });
    expect(inCoins.entry_price).toBeCloseTo(101, 9);
    expect(inCoins.unrealized_pnl).toBeCloseTo(1_000 / 101 - 1_000 / 110.5, 9);
    expect(inCoins.collateral).toBeCloseTo(1_000 / 101 / 20, 9);
    // At the liquidation price the account has exactly the maintenance margin.
    const wallet = 1_000 - takerFee * (2_020 + 1_000) - 200;
    const [low, high, least] = [long, short, inCoins].map((each) => each.liquidation_price);
    expect(wallet + 20 * (low - 101)).toBeCloseTo(kept * 20 * low, 6);
    expect(200 + 10 * (100 - high)).toBeCloseTo(kept * 10 * high, 6);
    const coinsLeft = 10 - (takerFee * 1_000) / 101 + 1_000 / 101 - 1_000 / least;
    expect(coinsLeft).toBeCloseTo((kept * 1_000) / least, 6);
    expect([low < 95.5, high > 95.5, least < 110.5]).toEqual([true, true, true]);
  });

  it('are listed by symbol, asked for what they need, and gone once they are closed', async () => {
    await trader.trade(symbol, 'buy', 1);
    await trader.trade(ether, 'sell', 1);
    expect((await trader.read('listPositions', { symbol: ether })).positions).toMatchObject([
      { symbol: ether, side: 'short' },
    ]);
    expect(await trader.read('listPositions', { market_type: 'future' })).toMatchObject({
      count: 0,
    });
    expect(await trader.read('getLeverage', { symbol: ether })).toMatchObject({
      position_side: 'short',
      position_size: 1,
      notional: 100.5,
      unrealized_pnl: -0.5,
    });
    await trader.trade(ether, 'buy', 1);
    expect(await trader.read('listPositions')).toMatchObject({ count: 1, positions: [{ symbol }] });
  });
});
