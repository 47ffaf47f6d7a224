import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/gateio.ts';

const orders = '/futures/usdt/orders';
const buy = { contract: 'BTC_USDT', size: 10_000, price: '95', text: 't-mine' };
const at = startedAt / 1_000;

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const place = (changes: object = {}) =>
  bench.ok(`POST ${orders}`, { body: { ...buy, ...changes } });
const market = (size: number, changes: object = {}) =>
  place({ size, price: '0', tif: 'ioc', ...changes });

describe('an order of contracts', () => {
  it('rests, with its margin held, and is found by its id and its text', async () => {
    const { status, json: made } = await bench.call(`POST ${orders}`, { body: buy });
    expect(status).toBe(201);
    expect(made).toEqual({
      id: expect.any(Number),
      id_string: String(made.id),
      user: 1,
      contract: 'BTC_USDT',
      create_time: at,
      status: 'open',
      size: 10_000,
      iceberg: 0,
      price: '95',
      tif: 'gtc',
      left: 10_000,
      fill_price: '0',
      text: 't-mine',
      amend_text: '-',
      is_close: false,
      is_reduce_only: false,
      is_liq: false,
      tkfr: '0.0005',
      mkfr: '0.0002',
      refu: 0,
      refr: '0',
      stp_id: 0,
      stp_act: '-',
      biz_info: '-',
    });
    for (const name of [made.id, 't-mine']) {
      expect(await bench.ok(`GET ${orders}/${name}`)).toEqual(made);
    }
    const query = { contract: 'BTC_USDT', status: 'open' };
    expect(await bench.ok(`GET ${orders}`, { query })).toEqual([made]);
    // One of the base at 95 with leverage 20, and the fees of opening and closing.
    const account = await bench.ok('GET /futures/usdt/accounts');
    expect(Number(account.order_margin)).toBeCloseTo(4.75, 0);
    expect(account).toMatchObject({ currency: 'USDT', total: '100000', position_margin: '0' });
  });

  it('fills at market, counted below zero where it sells', async () => {
    bench.pass(1_500);
    const made = await market(-20_000);
    expect(made).toMatchObject({
      status: 'finished',
      finish_as: 'filled',
      size: -20_000,
      left: 0,
      price: '0',
      tif: 'ioc',
      fill_price: '100',
      create_time: at + 1.5,
      finish_time: at + 1.5,
    });
    const query = { contract: 'BTC_USDT', order: made.id };
    const trade = {
      create_time: at + 1.5,
      contract: 'BTC_USDT',
      order_id: String(made.id),
      size: -20_000,
      close_size: 0,
      price: '100',
      role: 'taker',
      text: 't-mine',
      fee: '0.1',
      point_fee: '0',
    };
    expect(await bench.ok('GET /futures/usdt/my_trades', { query })).toEqual([
      { id: expect.any(Number), ...trade },
    ]);
    expect(await bench.ok('GET /futures/usdt/my_trades_timerange')).toEqual([
      { trade_id: expect.any(String), ...trade },
    ]);
    const account = await bench.ok('GET /futures/usdt/accounts');
    expect(account).toMatchObject({ total: '99999.9', position_margin: '10', order_margin: '0' });
    expect(Number(account.unrealised_pnl)).toBeCloseTo(-1, 10);
  });

  it('is found by its text for a minute after it ended', async () => {
    const { id } = await market(100);
    bench.pass(60_000);
    expect((await bench.ok(`GET ${orders}/t-mine`)).id).toBe(id);
    bench.pass(1);
    const missing = [404, 'ORDER_NOT_FOUND', 'Order with ID t-mine not found'];
    expect(await bench.no(`GET ${orders}/t-mine`)).toEqual(missing);
    expect((await bench.ok(`GET ${orders}/${id}`)).finish_as).toBe('filled');
  });

  it('is forgotten ten minutes after it ended without a trade', async () => {
    const { id } = await place();
    const gone = await bench.ok(`DELETE ${orders}/${id}`);
    expect(gone).toMatchObject({ status: 'finished', finish_as: 'cancelled', finish_time: at });
    const finished = { query: { status: 'finished' } };
    bench.pass(600_000);
    expect(await bench.ok(`GET ${orders}`, finished)).toEqual([gone]);
    bench.pass(1);
    expect((await bench.no(`GET ${orders}/${id}`))[1]).toBe('ORDER_NOT_FOUND');
    expect(await bench.ok(`GET ${orders}`, finished)).toEqual([]);
  });

  it('is cancelled once, alone or with the others', async () => {
    const { id } = await place();
    await place({ price: '94' });
    await bench.ok(`DELETE ${orders}/t-mine`, { query: { contract: 'BTC_USDT' } });
    const rest = await bench.ok(`DELETE ${orders}`, { query: { contract: 'BTC_USDT' } });
    expect(rest).toMatchObject([{ id, status: 'finished', finish_as: 'cancelled' }]);
    const again = await bench.no(`DELETE ${orders}/${id}`);
    expect(again).toEqual([400, 'ORDER_FINISHED', 'order already finished']);
    expect((await bench.no(`DELETE ${orders}`))[1]).toBe('MISSING_REQUIRED_PARAM');
  });

  it('is ended or refused by its time in force', async () => {
    const part = await place({ price: '101', size: 50_000, tif: 'ioc' });
    expect(part).toMatchObject({ status: 'finished', finish_as: 'ioc', left: 10_000 });
    const sale = { ...buy, size: -50_000, price: '100' };
    const killed = await bench.no(`POST ${orders}`, { body: { ...sale, tif: 'fok' } });
    expect(killed).toEqual([400, 'ORDER_FOK', 'killed for fok']);
    const taking = await bench.no(`POST ${orders}`, { body: { ...sale, tif: 'poc' } });
    const text = 'order price 100 while counter price 100';
    expect(taking).toEqual([400, 'ORDER_POC_IMMEDIATE', text]);
    expect((await place({ tif: 'poc' })).status).toBe('open');
  });

  it('that only reduces is cut to the position, and refused without one', async () => {
    const reduce = { ...buy, price: '0', tif: 'ioc', reduce_only: true };
    const empty = await bench.no(`POST ${orders}`, { body: reduce });
    expect(empty).toEqual([400, 'POSITION_EMPTY', 'empty position']);
    await market(200);
    const more = await bench.no(`POST ${orders}`, { body: reduce });
    expect(more).toEqual([400, 'INCREASE_POSITION', 'order would increase position']);
    const resting = await place({ size: -200, price: '110', reduce_only: true });
    expect(resting.is_reduce_only).toBe(true);
    expect(await market(-300, { reduce_only: true })).toMatchObject({ size: -200, left: 0 });
    const cut = await bench.ok(`GET ${orders}/${resting.id}`);
    expect(cut).toMatchObject({ status: 'finished', finish_as: 'reduce_only' });
  });
});

describe('an order of contracts is refused', () => {
  it.each<[string, object, readonly [number, string, string | RegExp]]>([
    ['of another one', { contract: 'ETH_USDT' }, [400, 'CONTRACT_NOT_FOUND', 'ETH_USDT']],
    ['without a size', { size: undefined }, [400, 'MISSING_REQUIRED_PARAM', /size$/]],
    ['of a part of one', { size: 0.5 }, [400, 'INVALID_PARAM_VALUE', /`size` with value: 0.5/]],
    ['without a price', { price: undefined }, [400, 'INVALID_ARGUMENT', 'invalid argument: #4']],
    ['off the step', { price: '95.05' }, [400, 'INVALID_ARGUMENT', 'invalid price']],
    ['at market that could rest', { price: '0' }, [400, 'INVALID_ARGUMENT', 'invalid tif']],
    ['in capitals', { tif: 'IOC' }, [400, 'INVALID_PARAM_VALUE', /`tif` with value: IOC/]],
    ['of another text', { text: 'mine' }, [400, 'INVALID_PARAM_VALUE', /`text`/]],
    ['too dear', { size: 300_000_000 }, [400, 'INSUFFICIENT_AVAILABLE', 'balance not enough']],
    ['that closes all', { size: 0, close: true }, [501, 'NOT_SIMULATED', /close$/]],
    ['of a part of a position', { auto_size: 'close_long' }, [501, 'NOT_SIMULATED', /auto_size$/]],
  ])('%s', async (_, changes, [status, label, text]) => {
    const refused = await bench.no(`POST ${orders}`, { body: { ...buy, ...changes } });
    expect(refused.slice(0, 2)).toEqual([status, label]);
    expect(refused[2]).toMatch(text);
    expect(bench.simulator.accepted('gateio')).toBe(0);
  });

  it('where nobody is on the other side', async () => {
    bench.simulator.show('gateio', 'BTC/USDT:USDT', { bids: [], asks: [[101, 1]] });
    const body = { ...buy, size: -1, price: '0', tif: 'ioc' };
    const refused = await bench.no(`POST ${orders}`, { body });
    expect(refused).toEqual([400, 'CONTRACT_NO_COUNTER', 'no counter order']);
  });

  it('in a wallet that nothing was ever moved into', async () => {
    const text = 'please transfer funds first, to create futures account';
    for (const endpoint of ['GET /futures/btc/accounts', 'GET /futures/btc/my_trades']) {
      expect(await bench.no(endpoint)).toEqual([404, 'USER_NOT_FOUND', text]);
    }
    const list = await bench.no('GET /futures/btc/price_orders', { query: { status: 'open' } });
    expect(list).toEqual([404, 'USER_NOT_FOUND', text]);
  });
});

describe('a list of contracts', () => {
  it('has the newest first, by offsets, up to a hundred orders', async () => {
    const ids: number[] = [];
    for (const price of ['91', '92', '93']) ids.push((await place({ price })).id);
    const query = { status: 'open', limit: 2, offset: 1 };
    const rows = await bench.ok(`GET ${orders}`, { query });
    expect(rows.map(({ id }: { readonly id: number }) => id)).toEqual([ids[1], ids[0]]);
    const long = await bench.no(`GET ${orders}`, { query: { status: 'open', limit: 101 } });
    expect(long[1]).toBe('INVALID_PARAM_VALUE');
    expect((await bench.no(`GET ${orders}`))[1]).toBe('MISSING_REQUIRED_PARAM');
  });

  it('has trades by time, with both ends', async () => {
    await market(100);
    const trades = async (from: number, to: number) => {
      const query = { contract: 'BTC_USDT', from, to };
      return (await bench.ok('GET /futures/usdt/my_trades_timerange', { query })).length;
    };
    expect([
      await trades(at, at),
      await trades(at + 1, at + 9),
      await trades(at - 9, at - 1),
    ]).toEqual([1, 0, 0]);
  });
});

describe('dated contracts', () => {
  const dated = { ...buy, contract: 'BTC_USDT_20270326' };

  it('have a wallet and orders of their own, which no text finds', async () => {
    const { id } = await bench.ok('POST /delivery/usdt/orders', { body: dated });
    expect((await bench.ok(`GET /delivery/usdt/orders/${id}`)).contract).toBe(dated.contract);
    expect((await bench.no('GET /delivery/usdt/orders/t-mine'))[1]).toBe('ORDER_NOT_FOUND');
    expect((await bench.no(`GET ${orders}/${id}`))[1]).toBe('ORDER_NOT_FOUND');
    expect((await bench.no('GET /delivery/usdt/my_trades_timerange'))[0]).toBe(404);
    expect((await bench.ok('GET /delivery/usdt/accounts')).order_margin).not.toBe('0');
  });
});
