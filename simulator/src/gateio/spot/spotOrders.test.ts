import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/gateio.ts';

const pair = { currency_pair: 'BTC_USDT' };
const buy = { ...pair, side: 'buy', amount: '1', price: '95', text: 't-mine' };
const orders = '/spot/orders';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const place = (changes: object = {}) =>
  bench.ok(`POST ${orders}`, { body: { ...buy, ...changes } });
const balance = async (asset: string) => {
  const rows = await bench.ok('GET /spot/accounts', { query: { currency: asset } });
  return rows[0];
};

describe('an order', () => {
  it('rests, with its money locked, and is found by its id and its text', async () => {
    const { status, json: made } = await bench.call(`POST ${orders}`, { body: buy });
    expect(status).toBe(201);
    expect(made).toEqual({
      id: expect.stringMatching(/^\d{11}$/),
      text: 't-mine',
      amend_text: '-',
      create_time: '1800000000',
      update_time: '1800000000',
      create_time_ms: startedAt,
      update_time_ms: startedAt,
      status: 'open',
      finish_as: 'open',
      currency_pair: 'BTC_USDT',
      type: 'limit',
      account: 'spot',
      side: 'buy',
      amount: '1',
      price: '95',
      time_in_force: 'gtc',
      iceberg: '0',
      left: '1',
      filled_amount: '0',
      fill_price: '0',
      filled_total: '0',
      avg_deal_price: '',
      fee: '0',
      fee_currency: 'BTC',
      point_fee: '0',
      gt_fee: '0',
      gt_maker_fee: '0',
      gt_taker_fee: '0',
      gt_discount: false,
      rebated_fee: '0',
      rebated_fee_currency: 'USDT',
      stp_id: 0,
      stp_act: '-',
    });
    for (const name of [made.id, 't-mine']) {
      expect(await bench.ok(`GET ${orders}/${name}`, { query: pair })).toEqual(made);
    }
    const open = { ...pair, status: 'open' };
    expect(await bench.ok(`GET ${orders}`, { query: open })).toEqual([made]);
    const all = await bench.ok('GET /spot/open_orders');
    expect(all).toEqual([{ currency_pair: 'BTC_USDT', total: 1, orders: [made] }]);
    expect(await balance('USDT')).toMatchObject({ available: '99905', locked: '95' });
  });

  it('fills, pays in what it gets, and is found by its id alone from then on', async () => {
    const made = await place({ side: 'sell', price: '100', amount: '1.5' });
    expect(made).toMatchObject({
      status: 'closed',
      finish_as: 'filled',
      left: '0',
      filled_amount: '1.5',
      filled_total: '150',
      avg_deal_price: '100',
      fee: '0.3',
      fee_currency: 'USDT',
    });
    const found = await bench.ok(`GET ${orders}/${made.id}`, { query: pair });
    expect(found).toEqual(made);
    const byText = await bench.no(`GET ${orders}/t-mine`, { query: pair });
    const text = 'Order with client ID t-mine not found';
    expect(byText).toEqual([404, 'CLIENT_ID_NOT_FOUND', text]);
    const done = await bench.ok(`GET ${orders}`, { query: { ...pair, status: 'finished' } });
    expect(done).toEqual([made]);
  });

  it('has trades, with the time in fractions of a millisecond', async () => {
    const { id } = await place({ side: 'sell', price: '100' });
    expect(await bench.ok('GET /spot/my_trades', { query: { ...pair, order_id: id } })).toEqual([
      {
        id: expect.any(String),
        create_time: '1800000000',
        currency_pair: 'BTC_USDT',
        create_time_ms: '1800000000000.000000',
        side: 'sell',
        role: 'taker',
        amount: '1',
        price: '100',
        order_id: id,
        fee: '0.2',
        fee_currency: 'USDT',
        point_fee: '0',
        gt_fee: '0',
        amend_text: '-',
        sequence_id: expect.any(String),
        text: 't-mine',
        deal: '100',
      },
    ]);
    expect(await bench.ok('GET /spot/my_trades', { query: { ...pair, order_id: '1' } })).toEqual(
      [],
    );
    const unnamed = await bench.no('GET /spot/my_trades', { query: { order_id: id } });
    expect(unnamed[1]).toBe('MISSING_REQUIRED_PARAM');
  });

  it('is cancelled once, by its text or its id', async () => {
    const made = await place();
    const gone = await bench.ok(`DELETE ${orders}/t-mine`, { query: pair });
    expect(gone).toMatchObject({ id: made.id, status: 'cancelled', finish_as: 'cancelled' });
    const again = await bench.no(`DELETE ${orders}/${made.id}`, { query: pair });
    expect(again).toEqual([400, 'ORDER_CANCELLED', 'Order already cancelled']);
    const filled = await place({ price: '101' });
    const late = await bench.no(`DELETE ${orders}/${filled.id}`, { query: pair });
    expect(late).toEqual([400, 'ORDER_CLOSED', 'Order already closed']);
    expect(await balance('USDT')).toMatchObject({ locked: '0' });
  });

  it('is cancelled with all others of its pair', async () => {
    await place();
    await place({ side: 'sell', price: '110' });
    const gone = await bench.ok(`DELETE ${orders}`, { query: pair });
    expect(gone).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }]);
    expect(await bench.ok('GET /spot/open_orders')).toEqual([]);
  });

  it('may bear the text of another, which names the newer one then', async () => {
    await place();
    const newer = await place({ price: '94' });
    const found = await bench.ok(`GET ${orders}/t-mine`, { query: pair });
    expect(found.id).toBe(newer.id);
    expect(bench.simulator.accepted('gateio')).toBe(2);
    expect((await place({ text: undefined })).text).toBe('apiv4');
  });

  it('at market takes what is there within five percent, and what is left ends', async () => {
    const market = { type: 'market', side: 'sell', amount: '5', price: undefined };
    expect(await place({ ...market, time_in_force: 'ioc' })).toMatchObject({
      status: 'cancelled',
      finish_as: 'ioc',
      left: '1',
      filled_amount: '4',
      price: '0',
    });
    const gtc = await bench.no(`POST ${orders}`, { body: { ...buy, ...market } });
    expect(gtc.slice(0, 2)).toEqual([400, 'INVALID_PARAM_VALUE']);
  });

  it('that buys at market is for an amount of the quote', async () => {
    const market = { type: 'market', time_in_force: 'ioc', amount: '202', price: undefined };
    expect(await place(market)).toMatchObject({
      status: 'closed',
      amount: '202',
      left: '0',
      filled_amount: '2',
      filled_total: '202',
      fee: '0.004',
      fee_currency: 'BTC',
    });
  });

  it('is ended or refused by its time in force', async () => {
    const part = await place({ price: '101', amount: '5', time_in_force: 'ioc' });
    expect(part).toMatchObject({ status: 'cancelled', finish_as: 'ioc', left: '1' });
    const whole = { ...buy, price: '100', side: 'sell', amount: '5', time_in_force: 'fok' };
    const killed = await bench.no(`POST ${orders}`, { body: whole });
    expect(killed).toEqual([400, 'FOK_NOT_FILL', 'FOK order cannot be filled completely']);
    const taking = { ...buy, price: '100', side: 'sell', time_in_force: 'poc' };
    const text = 'Order would match and take immediately so its cancelled';
    const posted = await bench.no(`POST ${orders}`, { body: taking });
    expect(posted).toEqual([400, 'POC_FILL_IMMEDIATELY', text]);
    expect((await place({ time_in_force: 'poc' })).status).toBe('open');
  });

  it('that meets one of its own account ends', async () => {
    await place({ side: 'sell', price: '100.5' });
    const met = await place({ price: '100.5' });
    expect(met).toMatchObject({ status: 'cancelled', finish_as: 'stp' });
  });
});

describe('an order is refused', () => {
  it.each<[string, object, readonly [string, string | RegExp]]>([
    ['without a pair', { currency_pair: undefined }, ['MISSING_REQUIRED_PARAM', /currency_pair$/]],
    ['of another pair', { currency_pair: 'ETH_USDT' }, ['INVALID_CURRENCY_PAIR', /ETH_USDT$/]],
    ['without a side', { side: undefined }, ['MISSING_REQUIRED_PARAM', /side$/]],
    ['of another side', { side: 'BUY' }, ['INVALID_PARAM_VALUE', /`side` with value: BUY$/]],
    ['without an amount', { amount: undefined }, ['MISSING_REQUIRED_PARAM', /amount$/]],
    ['with a number', { amount: 1 }, ['INVALID_PARAM_VALUE', /`amount`/]],
    ['with a unit', { amount: '1 BTC' }, ['INVALID_PARAM_VALUE', /`amount`/]],
    ['without a price', { price: undefined }, ['MISSING_REQUIRED_PARAM', /price$/]],
    ['in capitals', { time_in_force: 'GTC' }, ['INVALID_PARAM_VALUE', /`time_in_force`/]],
    ['of another text', { text: 'mine' }, ['INVALID_PARAM_VALUE', /`text` with value: mine$/]],
    ['too fine', { amount: '1.00001' }, ['INVALID_PRECISION', /amount precision: 4$/]],
    ['priced too fine', { price: '95.01' }, ['INVALID_PRECISION', /price precision: 1$/]],
    ['too small', { amount: '0.0001' }, ['INVALID_PARAM_VALUE', /minimum is 0.001 BTC$/]],
    ['worth too little', { amount: '0.02' }, ['INVALID_PARAM_VALUE', /1.9 USDT is too small/]],
    ['too dear', { amount: '2000' }, ['BALANCE_NOT_ENOUGH', 'Not enough balance']],
  ])('%s', async (_, changes, [label, text]) => {
    const refused = await bench.no(`POST ${orders}`, { body: { ...buy, ...changes } });
    expect(refused.slice(0, 2)).toEqual([400, label]);
    expect(refused[2]).toMatch(text);
    expect(bench.simulator.accepted('gateio')).toBe(0);
  });

  it('with a body that is none, and with what is not simulated', async () => {
    const empty = await bench.no(`POST ${orders}`);
    expect(empty.slice(0, 2)).toEqual([400, 'INVALID_REQUEST_BODY']);
    for (const changes of [{ iceberg: '1' }, { action_mode: 'ACK' }]) {
      const odd = await bench.no(`POST ${orders}`, { body: { ...buy, ...changes } });
      expect(odd.slice(0, 2)).toEqual([501, 'NOT_SIMULATED']);
    }
  });

  it('that names an account of another kind than its owner has', async () => {
    const odd = await bench.no(`POST ${orders}`, { body: { ...buy, account: 'unified' } });
    expect(odd.slice(0, 2)).toEqual([400, 'INVALID_PARAM_VALUE']);
  });

  it('where nobody is on the other side', async () => {
    bench.simulator.show('gateio', 'BTC/USDT', { bids: [], asks: [[101, 1]] });
    const body = { ...buy, type: 'market', side: 'sell', time_in_force: 'ioc' };
    const refused = await bench.no(`POST ${orders}`, { body });
    expect(refused).toEqual([400, 'ORDER_BOOK_NOT_FOUND', 'Insufficient liquidity']);
  });
});

describe('a list', () => {
  it('has the newest first, by pages of at most a hundred', async () => {
    const ids: string[] = [];
    for (const price of ['91', '92', '93']) ids.push((await place({ price })).id);
    const list = async (query: object) => {
      const rows = await bench.ok(`GET ${orders}`, {
        query: { ...pair, status: 'open', ...query },
      });
      return rows.map(({ id }: { readonly id: string }) => id);
    };
    expect(await list({})).toEqual(ids.toReversed());
    expect(await list({ limit: 2, page: 2 })).toEqual(ids.slice(0, 1));
    const query = { ...pair, status: 'open', limit: 101 };
    expect((await bench.no(`GET ${orders}`, { query }))[1]).toBe('INVALID_PARAM_VALUE');
    const other = await bench.no(`GET ${orders}`, { query: { ...pair, status: 'done' } });
    expect(other[1]).toBe('INVALID_PARAM_VALUE');
  });

  it('of what is over shows a week, and a month at most', async () => {
    await place({ side: 'sell', price: '100' });
    const day = 86_400;
    bench.pass(8 * day * 1_000);
    const at = startedAt / 1_000;
    const shown = async (query: object) => {
      const finished = { ...pair, status: 'finished', ...query };
      const done = await bench.ok(`GET ${orders}`, { query: finished });
      const trades = await bench.ok('GET /spot/my_trades', { query: { ...pair, ...query } });
      return [done.length, trades.length];
    };
    expect(await shown({})).toEqual([0, 0]);
    expect(await shown({ from: at })).toEqual([1, 1]);
    expect(await shown({ from: at + 1 })).toEqual([0, 0]);
    expect(await shown({ from: at - 22 * day, to: at + 8 * day })).toEqual([1, 1]);
    const query = { ...pair, from: at - 23 * day, to: at + 8 * day };
    expect((await bench.no('GET /spot/my_trades', { query }))[1]).toBe('INVALID_PARAM_VALUE');
  });

  it('knows no order of another pair or number', async () => {
    const missing = await bench.no(`GET ${orders}/1`, { query: pair });
    expect(missing).toEqual([404, 'ORDER_NOT_FOUND', 'Order with ID 1 not found']);
    const unnamed = await bench.no(`GET ${orders}/1`);
    expect(unnamed.slice(0, 2)).toEqual([400, 'MISSING_REQUIRED_PARAM']);
  });
});
