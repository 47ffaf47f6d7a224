import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askOkx } from '../../support/exchanges/okx/asking.ts';
import { okxPerpsSimulated } from '../../support/exchanges/okx/perpsExchange.ts';
import { type PerpTrader, perpTrader } from '../../support/exchanges/perpTrader.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// Positions, leverage and margin modes at okx, from our API to the wire and back.

const [btc, eth, inverse] = ['BTC/USDT:USDT', 'ETH/USDT:USDT', 'BTC/USD:BTC'] as const;
const buy = { order_type: 'market', side: 'buy' } as const;
const sell = { order_type: 'market', side: 'sell' } as const;

let live: LiveService;
let trader: PerpTrader;
beforeAll(async () => {
  live = await openLiveService(okxPerpsSimulated);
});
beforeEach(async () => {
  trader = await perpTrader(live, okxPerpsSimulated, btc);
  await trader.move(btc, 100, 101);
  await trader.move(eth, 200, 201);
});
afterAll(() => live.stop());

/** Returns the modes of orders as they reached the exchange, by type. */
const modesSent = () =>
  live.simulator
    .requests('okx')
    .filter(({ path, method }) => method === 'POST' && /trade\/order(-algo)?$/.test(path))
    .map(({ body }) => JSON.parse(body))
    .map(({ ordType, tdMode }) => `${ordType} ${tdMode}`);

const setMode = (margin_mode: string) => trader.tell('margin-mode', { symbol: btc, margin_mode });
const setLeverage = (leverage: number) => trader.tell('leverage', { symbol: btc, leverage });

describe('positions at okx', () => {
  it('are told with all that follows from the mark', async () => {
    await trader.take({ ...buy, quantity: 1 });
    await trader.take({ ...sell, quantity: 2, symbol: eth });
    // Our orders are never in contracts of dollars, but the account holds some.
    live.simulator.show('okx', inverse, { bids: [[100, 900]], asks: [[101, 900]] });
    const order = { instId: 'BTC-USD-SWAP', tdMode: 'cross', side: 'sell', ordType: 'market' };
    const body = { ...order, sz: '5' };
    await askOkx(live, trader.account, { target: '/api/v5/trade/order', body });
    await trader.move(btc, 110, 111);
    await trader.move(eth, 190, 191);
    live.simulator.show('okx', inverse, { bids: [[80, 900]], asks: [[81, 900]] });
    const positions = await trader.positions();
    expect(positions).toMatchObject([
      {
        symbol: inverse,
        side: 'short',
        contracts: 5,
        contract_size: 100,
        entry_price: 100,
        mark_price: 80.5,
        notional: 500,
        leverage: 20,
        collateral: 5 / 20,
      },
      {
        symbol: btc,
        side: 'long',
        contracts: 100,
        contract_size: 0.01,
        entry_price: 101,
        mark_price: 110.5,
        notional: 110.5,
        unrealized_pnl: 9.5,
        leverage: 20,
        margin_mode: 'cross',
        collateral: 101 / 20,
        liquidation_price: null,
        exchange: 'okx',
        exchange_account_id: trader.account,
      },
      {
        symbol: eth,
        side: 'short',
        contracts: 20,
        contract_size: 0.1,
        entry_price: 200,
        mark_price: 190.5,
        notional: 381,
        unrealized_pnl: 19,
        collateral: 400 / 20,
      },
    ]);
    // In the base: what was sold for 5 bitcoins costs more of them now.
    expect(positions[0].unrealized_pnl).toBeCloseTo(500 / 80.5 - 500 / 100, 12);
    expect(positions[1].percentage).toBeCloseTo((9.5 / 5.05) * 100, 9);
    expect(positions[2].info).toMatchObject({ instId: 'ETH-USDT-SWAP', pos: '-20' });
    expect(await trader.positions({ symbol: eth })).toHaveLength(1);
    expect(await trader.positions({ market_type: 'future' })).toEqual([]);
    expect(await trader.read('leverage', { symbol: eth })).toMatchObject({
      position_side: 'short',
      position_size: 2,
      notional: 381,
      unrealized_pnl: 19,
    });
  });

  it('are gone once they are closed', async () => {
    await trader.take({ ...buy, quantity: 1 });
    await trader.take({ ...sell, quantity: 1, reduce_only: true });
    expect(await trader.positions()).toEqual([]);
    expect(await trader.read('leverage', { symbol: btc })).toMatchObject({
      leverage: 20,
      margin_mode: 'cross',
      position_side: null,
      position_size: 0,
    });
  });

  it('are liquidated by themselves where they are isolated', async () => {
    await setMode('isolated');
    await setLeverage(10);
    await trader.take({ ...buy, quantity: 1 });
    const [position] = await trader.positions();
    // The rest of a margin of 10.1 has to be half a percent of the worth at that price.
    const price = (101 - 10.1) / (1 - 0.005);
    expect(position).toMatchObject({ margin_mode: 'isolated', leverage: 10, collateral: 10.1 });
    expect(position.liquidation_price).toBeLessThanOrEqual(price);
    expect(position.liquidation_price).toBeGreaterThan(price - 0.01);
  });
});

describe('leverage at okx', () => {
  it('is set, and read again', async () => {
    const { status, json } = await setLeverage(7);
    expect([status, json.message]).toEqual([200, `Leverage set to 7x for ${btc}`]);
    const set = { instId: 'BTC-USDT-SWAP', mgnMode: 'cross', lever: '7', posSide: 'net' };
    expect(json.data.result).toEqual({ data: [set] });
    expect((await trader.read('leverage', { symbol: btc })).leverage).toBe(7);
    expect((await trader.read('leverage', { symbol: eth })).leverage).toBe(20);
    expect((await setLeverage(7)).status).toBe(200);
  });

  it.each([
    [126, 'Leverage exceeds the maximum leverage'],
    [2.5, 'Parameter lever error'],
  ])('of %d is refused as a value', async (leverage, message) => {
    const { status, json } = await setLeverage(leverage);
    expect(status).toBe(400);
    expect(json.data.errors ?? json.data).toMatchObject([
      { field: 'leverage', message: expect.stringContaining(message) },
    ]);
    expect((await trader.read('leverage', { symbol: btc })).leverage).toBe(20);
  });

  it('that leaves too little margin is refused', async () => {
    await setLeverage(100);
    const order = { instId: 'BTC-USDT-SWAP', tdMode: 'cross', side: 'buy', ordType: 'market' };
    const body = { ...order, sz: '2000000' };
    await askOkx(live, trader.account, { target: '/api/v5/trade/order', body });
    const { status, json } = await setLeverage(1);
    expect([status, json.data.error]).toEqual([400, 'INSUFFICIENT_MARGIN']);
    expect((await trader.read('leverage', { symbol: btc })).leverage).toBe(100);
  });
});

describe('a margin mode at okx', () => {
  it('takes the leverage along, and goes out with every order of the market', async () => {
    await setLeverage(7);
    const { status, json } = await setMode('isolated');
    expect([status, json.message]).toEqual([200, `Margin mode set to isolated for ${btc}`]);
    const set = { instId: 'BTC-USDT-SWAP', mgnMode: 'isolated', lever: '7', posSide: 'net' };
    expect(json.data.result).toEqual({ mgnMode: 'isolated', data: [set] });
    expect(await trader.read('leverage', { symbol: btc })).toMatchObject({
      leverage: 7,
      margin_mode: 'isolated',
    });
    const before = modesSent().length;
    await trader.take({ ...buy, quantity: 1 });
    await trader.take({ order_type: 'limit', side: 'buy', quantity: 1, price: 90 });
    await trader.take({ order_type: 'stop_loss', side: 'sell', quantity: 1, stop_price: 95 });
    await trader.take({
      order_type: 'trailing_stop',
      side: 'sell',
      quantity: 1,
      trailing_delta: 5,
    });
    await trader.take({ ...buy, quantity: 2, symbol: eth });
    expect(modesSent().slice(before)).toEqual([
      'market isolated',
      'limit isolated',
      'conditional isolated',
      'move_order_stop isolated',
      'market cross',
    ]);
    expect(await trader.positions()).toMatchObject([
      { symbol: btc, margin_mode: 'isolated' },
      { symbol: eth, margin_mode: 'cross' },
    ]);
  });

  it('is set twice, and back', async () => {
    await setMode('isolated');
    const { status, json } = await setMode('isolated');
    expect([status, json.data.result]).toEqual([200, { mgnMode: 'isolated', alreadySet: true }]);
    expect((await setMode('cross')).status).toBe(200);
    expect((await trader.read('leverage', { symbol: btc })).margin_mode).toBe('cross');
  });

  it('is refused with a position, and taken once that is closed', async () => {
    await trader.take({ ...buy, quantity: 1 });
    const { status, json } = await setMode('isolated');
    expect([status, json.message, json.data.error]).toEqual([
      409,
      `The margin mode of ${btc} cannot change while there is a cross position in it.`,
      'CONFLICT',
    ]);
    await trader.take({ ...sell, quantity: 1, reduce_only: true });
    expect((await setMode('isolated')).status).toBe(200);
  });

  it.each([
    ['limit', { order_type: 'limit', side: 'buy', quantity: 1, price: 90 }],
    ['stop_loss', { order_type: 'stop_loss', side: 'sell', quantity: 1, stop_price: 95 }],
    [
      'trailing_stop',
      { order_type: 'trailing_stop', side: 'sell', quantity: 1, trailing_delta: 5 },
    ],
  ])('is refused with an open order of the type %s', async (_, order) => {
    const { order_id } = await trader.take(order);
    const { status, json } = await setMode('isolated');
    expect([status, json.message]).toEqual([
      409,
      `The margin mode of ${btc} cannot change while there is an open cross order in it.`,
    ]);
    await trader.cancel(order_id);
    expect((await setMode('isolated')).status).toBe(200);
  });
});

it('an account at okx has no portfolio margin', async () => {
  const { status, json } = await trader.get('portfolio-margin/balance');
  expect(status).toBe(400);
  expect(json).toMatchObject({
    isError: true,
    message: 'Error - okx does not support portfolio margin.',
    data: { exchange: 'okx', feature: 'portfolio_margin' },
  });
});
