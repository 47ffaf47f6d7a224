import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPerpsTrader, type PerpsTrader } from '../../support/exchanges/binance/perps.ts';

// Positions and settings of a live account, over sockets and through ccxt.

let trader: PerpsTrader;
beforeAll(async () => {
  trader = await openPerpsTrader();
});
afterAll(() => trader.stop());

const btc = { symbol: 'BTC/USDT:USDT' };
const eth = { symbol: 'ETH/USDT:USDT' };
const coin = { symbol: 'BTC/USD:BTC' };
const [dated, datedCoin] = ['BTC/USDT:USDT-261225', 'BTC/USD:BTC-261225'];

describe('leverage at binance', () => {
  it('is set, and read again', async () => {
    const set = await trader.post('leverage', { ...btc, leverage: 7 });
    const facts = { exchange: 'binance', exchange_account_id: trader.account, ...btc, leverage: 7 };
    expect(set).toEqual({
      ...facts,
      result: { symbol: 'BTCUSDT', leverage: 7, maxNotionalValue: expect.any(String) },
    });
    expect(await trader.get('leverage', btc)).toEqual({
      ...facts,
      margin_mode: 'cross',
      position_side: null,
      position_size: 0,
      notional: 0,
      unrealized_pnl: 0,
    });
    // Setting it twice has the same effect as once.
    expect(await trader.post('leverage', { ...btc, leverage: 7 })).toMatchObject({ leverage: 7 });
  });

  it('is of each market, also of dated ones, and is read of inverse ones', async () => {
    await trader.there('POST dapi.binance.com/dapi/v1/leverage', {
      symbol: 'BTCUSD_PERP',
      leverage: 3,
    });
    const refused = await trader.asked('POST', 'leverage', { ...coin, leverage: 4 });
    expect([refused.status, refused.json.data.error]).toEqual([400, 'NOT_SUPPORTED']);
    await trader.post('leverage', { symbol: dated, market_type: 'future', leverage: 4 });
    expect(await trader.get('leverage', coin)).toMatchObject({ leverage: 3, margin_mode: 'cross' });
    const query = { symbol: dated, market_type: 'future' };
    expect(await trader.get('leverage', query)).toMatchObject({ leverage: 4 });
    expect(await trader.get('leverage', btc)).toMatchObject({ leverage: 7 });
  });

  it.each([126, 2.5])('of %d is refused as a value', async (leverage) => {
    const { status, json } = await trader.asked('POST', 'leverage', { ...btc, leverage });
    expect(status).toBe(400);
    expect(json.data.errors).toMatchObject([{ field: 'leverage' }]);
  });
});

describe('a margin mode at binance', () => {
  it('is set once, and a second time without harm', async () => {
    const isolated = { ...eth, margin_mode: 'isolated' };
    const set = await trader.post('margin-mode', isolated);
    expect(set).toMatchObject({ ...isolated, result: { code: 200, msg: 'success' } });
    expect(await trader.get('leverage', eth)).toMatchObject({ margin_mode: 'isolated' });
    const again = await trader.post('margin-mode', isolated);
    expect(again.result).toEqual({ code: -4046, msg: 'No need to change margin type.' });
    const { status, json } = await trader.asked('POST', 'margin-mode', {
      ...eth,
      margin_mode: 'x',
    });
    expect([status, json.data.errors[0].message]).toEqual([
      400,
      "margin_mode must be 'cross' or 'isolated'",
    ]);
    await trader.post('margin-mode', { ...eth, margin_mode: 'cross' });
    const coins = await trader.asked('POST', 'margin-mode', { ...coin, margin_mode: 'isolated' });
    expect([coins.status, coins.json.data.error]).toEqual([400, 'NOT_SUPPORTED']);
  });
});

describe('positions at binance', () => {
  beforeEach(async () => {
    trader.mark(btc.symbol, 100);
    trader.mark(eth.symbol, 50);
    trader.mark(coin.symbol, 100);
    await trader.post('leverage', { ...btc, leverage: 10 });
    await trader.post('leverage', { ...eth, leverage: 5 });
    await trader.trade('BTCUSDT', 'BUY', 2);
    await trader.trade('ETHUSDT', 'SELL', 4);
  });
  afterEach(async () => {
    await trader.trade('BTCUSDT', 'SELL', 2);
    await trader.trade('ETHUSDT', 'BUY', 4);
  });

  it('are told with all their numbers, as the mark moves', async () => {
    trader.mark(btc.symbol, 110);
    trader.mark(eth.symbol, 60);
    const { positions, count } = await trader.get('positions');
    expect(count).toBe(2);
    // Bought at 100.5, sold at 49.5; the venue sets a tenth and a fifth of that aside.
    expect(positions).toMatchObject([
      {
        ...btc,
        side: 'long',
        contracts: 2,
        contract_size: 1,
        entry_price: 100.5,
        mark_price: 110,
        notional: 220,
        leverage: 10,
        unrealized_pnl: 19,
        margin_mode: 'cross',
        collateral: 20.1,
        liquidation_price: null,
        exchange: 'binance',
        exchange_account_id: trader.account,
        info: { symbol: 'BTCUSDT', positionAmt: '2.0000', notional: '220.00000000' },
      },
      {
        ...eth,
        side: 'short',
        contracts: 4,
        contract_size: 1,
        entry_price: 49.5,
        mark_price: 60,
        notional: 240,
        leverage: 5,
        unrealized_pnl: -42,
        margin_mode: 'cross',
        collateral: 39.6,
      },
    ]);
    const [long, short] = positions;
    expect(long.percentage).toBeCloseTo((19 / 20.1) * 100, 9);
    expect(short.percentage).toBeCloseTo((-42 / 39.6) * 100, 9);
    expect(long.timestamp).toBeGreaterThan(1_600_000_000_000);
    // Half a percent of 220 and of 240 is maintenance margin; the rest of what the short may lose
    // belongs to the wallet.
    const fees = (201 + 198) * 0.0005;
    const spare = 10_000 - fees + 19 - 0.005 * 220;
    const price = (spare + 4 * 49.5) / (4 * 1.005);
    expect(short.liquidation_price).toBeCloseTo(price, 0);
    expect(await trader.get('leverage', eth)).toMatchObject({
      leverage: 5,
      position_side: 'short',
      position_size: 4,
      notional: 240,
      unrealized_pnl: -42,
    });
    const one = await trader.get('positions', btc);
    expect(one.positions).toMatchObject([btc]);
  });

  it('of coins are counted in contracts of dollars, and gain in the coin', async () => {
    await trader.trade('BTCUSD_PERP', 'SELL', 3);
    trader.mark(coin.symbol, 80);
    const { positions } = await trader.get('positions');
    const symbols = positions.map(({ symbol }: typeof coin) => symbol);
    expect(symbols).toEqual([coin.symbol, btc.symbol, eth.symbol]);
    const [own] = positions;
    // Three contracts of 100 dollars, sold at 99.5: coins cost more by 300 × (1/80 − 1/99.5).
    const pnl = 300 / 80 - 300 / 99.5;
    expect(own).toMatchObject({
      side: 'short',
      contracts: 3,
      contract_size: 100,
      notional: 300,
      mark_price: 80,
      leverage: 3,
      margin_mode: 'cross',
    });
    expect(own.unrealized_pnl).toBeCloseTo(pnl, 7);
    expect(own.collateral).toBeCloseTo(300 / 99.5 / 3, 7);
    expect(own.entry_price).toBeCloseTo(99.5, 4);
    const read = await trader.get('leverage', coin);
    expect(read.position_size).toBeCloseTo(300 / 80, 9);
    await trader.trade('BTCUSD_PERP', 'BUY', 3);
  });

  it('of dated contracts are a list of their own, of both APIs', async () => {
    trader.mark(dated, 100);
    trader.mark(datedCoin, 100);
    await trader.trade('BTCUSDT_261225', 'BUY', 1);
    await trader.trade('BTCUSD_261225', 'BUY', 1);
    const { positions } = await trader.get('positions', { market_type: 'future' });
    expect(positions).toMatchObject([
      { symbol: datedCoin, side: 'long', contracts: 1, contract_size: 100, notional: 100 },
      { symbol: dated, side: 'long', contracts: 1, contract_size: 1, notional: 100 },
    ]);
    expect((await trader.get('positions')).count).toBe(2);
    await trader.trade('BTCUSDT_261225', 'SELL', 1);
    await trader.trade('BTCUSD_261225', 'SELL', 1);
  });

  it('keep the margin mode as it is, and leverage from falling too low', async () => {
    const isolated = { ...btc, margin_mode: 'isolated' };
    const refused = await trader.asked('POST', 'margin-mode', isolated);
    expect([refused.status, refused.json.data.error]).toEqual([409, 'CONFLICT']);
    expect(refused.json.message).toMatch(/cannot be changed if there exists position/);
    // 2,000,000 dollars are 200 times the balance.
    await trader.trade('BTCUSDT', 'BUY', 900);
    const low = await trader.asked('POST', 'leverage', { ...btc, leverage: 1 });
    expect([low.status, low.json.data.error]).toEqual([400, 'INSUFFICIENT_MARGIN']);
    expect(await trader.get('leverage', btc)).toMatchObject({ leverage: 10 });
    await trader.trade('BTCUSDT', 'SELL', 900);
  });

  it('that are isolated have their own margin, which leverage may not take', async () => {
    const market = { symbol: dated, market_type: 'future' };
    trader.mark(dated, 100);
    await trader.post('margin-mode', { ...market, margin_mode: 'isolated' });
    await trader.post('leverage', { ...market, leverage: 10 });
    await trader.trade('BTCUSDT_261225', 'BUY', 2);
    trader.mark(dated, 104);
    const { positions } = await trader.get('positions', market);
    expect(positions).toMatchObject([
      { margin_mode: 'isolated', collateral: 20.1, unrealized_pnl: 7, leverage: 10 },
    ]);
    // 201 dollars less 20.1 of its own have to be worth half a percent more than they are.
    expect(positions[0].liquidation_price).toBeCloseTo((201 - 20.1) / 2 / 0.995, 1);
    const low = await trader.asked('POST', 'leverage', { ...market, leverage: 5 });
    expect([low.status, low.json.data.error]).toEqual([409, 'CONFLICT']);
    await trader.trade('BTCUSDT_261225', 'SELL', 2);
    await trader.post('margin-mode', { ...market, margin_mode: 'cross' });
  });
});
