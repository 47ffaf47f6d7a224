import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, signedHeaders, startedAt } from '../../../test/support/gateio.ts';

const positions = '/futures/usdt/positions';
const at = startedAt / 1_000;

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const set = (query: Readonly<Record<string, string | number>>) => ({ query });
const leverage = `POST ${positions}/BTC_USDT/leverage`;
const trade = (size: number, folder = 'futures/usdt', contract = 'BTC_USDT') =>
  bench.ok(`POST /${folder}/orders`, { body: { contract, size, price: '0', tif: 'ioc' } });

describe('a position', () => {
  it('is there when it is flat as well, with what is set for it', async () => {
    expect(await bench.ok(`GET ${positions}/BTC_USDT`)).toEqual({
      user: 1,
      contract: 'BTC_USDT',
      size: 0,
      leverage: '0',
      cross_leverage_limit: '20',
      leverage_max: '125',
      risk_limit: '1000000',
      maintenance_rate: '0.005',
      value: '0',
      entry_price: '0',
      mark_price: '100.5',
      unrealised_pnl: '0',
      realised_pnl: '0',
      margin: '0',
      initial_margin: '0',
      maintenance_margin: '0',
      liq_price: '0',
      history_pnl: '0',
      last_close_pnl: '0',
      realised_point: '0',
      history_point: '0',
      adl_ranking: 6,
      pending_orders: 0,
      close_order: null,
      mode: 'single',
      update_time: 0,
      open_time: 0,
      update_id: 1,
      trade_max_size: '0',
    });
    expect(await bench.ok(`GET ${positions}`)).toEqual([]);
  });

  it('that is isolated has its own margin, and the price that ends it', async () => {
    await bench.ok(leverage, set({ leverage: 10 }));
    bench.pass(1_500);
    await trade(10_000);
    bench.show(110, 112);
    const [long, ...others] = await bench.ok(`GET ${positions}`, set({ holding: 'true' }));
    expect(others).toEqual([]);
    expect(long).toMatchObject({
      size: 10_000,
      leverage: '10',
      cross_leverage_limit: '0',
      entry_price: '101',
      mark_price: '111',
      value: '111',
      unrealised_pnl: '10',
      margin: '10.1',
      initial_margin: '10.1',
      maintenance_margin: '0.555',
      update_time: at + 1,
      // 10.1 less the loss from 101 down to 91.3567 is half a percent of 91.3567.
      liq_price: '91.3',
    });
  });

  it('that is short is counted below zero, and in cross mode backed by the wallet', async () => {
    await trade(-20_000);
    bench.show(89, 91);
    const short = await bench.ok(`GET ${positions}/BTC_USDT`);
    expect(short).toMatchObject({
      size: -20_000,
      leverage: '0',
      cross_leverage_limit: '20',
      entry_price: '100',
      value: '180',
      unrealised_pnl: '20',
      initial_margin: '10',
      maintenance_margin: '0.9',
      // The wallet, less the fee of a tenth.
      margin: '99999.9',
    });
  });

  it('that is inverse is worth its base, and counts dollars', async () => {
    bench.simulator.show('gateio', 'BTC/USD:BTC', { bids: [[100, 400]], asks: [[101, 400]] });
    await bench.ok('POST /wallet/transfers', {
      body: { currency: 'BTC', amount: '5', from: 'spot', to: 'futures', settle: 'btc' },
    });
    await trade(202, 'futures/btc', 'BTC_USD');
    bench.simulator.show('gateio', 'BTC/USD:BTC', { bids: [[124, 400]], asks: [[126, 400]] });
    const [held] = await bench.ok('GET /futures/btc/positions');
    expect(held).toMatchObject({ contract: 'BTC_USD', size: 202, value: '1.616' });
    expect(Number(held.unrealised_pnl)).toBeCloseTo(2 - 1.616, 12);
  });

  it('that was closed is listed until only held ones are asked for', async () => {
    await trade(10);
    await trade(-10);
    expect(await bench.ok(`GET ${positions}`)).toMatchObject([{ size: 0 }]);
    expect(await bench.ok(`GET ${positions}`, set({ holding: 'true' }))).toEqual([]);
    expect(await bench.ok(`GET ${positions}`, set({ offset: 1 }))).toEqual([]);
  });

  it('of dated contracts is in their own folder', async () => {
    await trade(10, 'delivery/usdt', 'BTC_USDT_20270326');
    const listed = await bench.ok('GET /delivery/usdt/positions');
    expect(listed).toMatchObject([{ contract: 'BTC_USDT_20270326', size: 10 }]);
    const query = { leverage: 0, cross_leverage_limit: 5 };
    const path = '/delivery/usdt/positions/BTC_USDT_20270326/leverage';
    expect(await bench.ok(`POST ${path}`, { query })).toMatchObject({ cross_leverage_limit: '5' });
  });
});

describe('a leverage', () => {
  it('of zero means cross, with the limit beside it; any other isolated', async () => {
    const isolated = await bench.ok(leverage, set({ leverage: 7 }));
    expect(isolated).toMatchObject({ leverage: '7', cross_leverage_limit: '0' });
    const cross = await bench.ok(leverage, set({ leverage: 0, cross_leverage_limit: 9 }));
    expect(cross).toMatchObject({ leverage: '0', cross_leverage_limit: '9' });
    expect(await bench.ok(`GET ${positions}/BTC_USDT`)).toEqual(cross);
  });

  it.each([
    [{}, 'MISSING_REQUIRED_PARAM'],
    [{ leverage: 126 }, 'LEVERAGE_TOO_HIGH'],
    [{ leverage: 0, cross_leverage_limit: 0 }, 'LEVERAGE_TOO_LOW'],
    [{ leverage: '2.5' }, 'INVALID_ARGUMENT'],
    [{ leverage: 'ten' }, 'INVALID_PARAM_VALUE'],
  ])('is refused with %o: %s', async (query, label) => {
    const before = await bench.ok(`GET ${positions}/BTC_USDT`);
    expect((await bench.no(leverage, { query })).slice(0, 2)).toEqual([400, label]);
    expect(await bench.ok(`GET ${positions}/BTC_USDT`)).toMatchObject({
      leverage: before.leverage,
      cross_leverage_limit: before.cross_leverage_limit,
    });
  });

  it('keeps the mode while a position is held or an order waits', async () => {
    await bench.ok('POST /futures/usdt/orders', {
      body: { contract: 'BTC_USDT', size: 10, price: '90' },
    });
    expect(await bench.no(leverage, set({ leverage: 5 }))).toEqual([
      400,
      'ORDER_PENDING',
      'operation forbidden with pending orders',
    ]);
    await bench.ok('DELETE /futures/usdt/orders', set({ contract: 'BTC_USDT' }));
    await trade(10);
    expect(await bench.no(leverage, set({ leverage: 5 }))).toEqual([
      400,
      'POSITION_HOLDING',
      'operation forbidden with holding position',
    ]);
    await bench.ok(leverage, set({ leverage: 0, cross_leverage_limit: 5 }));
  });

  it('that asks for more margin than there is is refused', async () => {
    bench.show(100, 101, 20_000);
    await trade(100_000_000);
    const dear = set({ leverage: 0, cross_leverage_limit: 2 });
    expect((await bench.no(leverage, dear)).slice(0, 2)).toEqual([400, 'INSUFFICIENT_AVAILABLE']);
  });
});

it('an account without a wallet is told to move something in, a wrong contract is named', async () => {
  const refused = await bench.no('GET /futures/btc/positions');
  expect(refused.slice(0, 2)).toEqual([404, 'USER_NOT_FOUND']);
  expect(await bench.no(`GET ${positions}/ETH_USDT`)).toEqual([
    400,
    'CONTRACT_NOT_FOUND',
    'ETH_USDT',
  ]);
});

it('an account that holds contracts both ways has its settings elsewhere', async () => {
  const key = { apiKey: 'both', secret: 'of both' };
  const balances = { 'futures/usdt': { USDT: '10' } };
  bench.simulator.addAccount({ venue: 'gateio', ...key, isHedged: true, balances });
  const endpoint = `GET ${positions}/BTC_USDT`;
  const signed = signedHeaders({ endpoint, atMs: bench.now(), with: key.secret });
  const { json } = await bench.raw(endpoint, { headers: { ...signed, KEY: key.apiKey } });
  expect(json.label).toBe('POSITION_DUAL_MODE');
});
