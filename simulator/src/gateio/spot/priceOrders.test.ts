import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/gateio.ts';

const path = '/spot/price_orders';
const put = { type: 'limit', side: 'buy', price: '112', amount: '1', account: 'normal' };
const trigger = { price: '110', rule: '>=', expiration: 3_600 };
const stop = { market: 'BTC_USDT', trigger, put: { ...put, time_in_force: 'gtc' } };
const open = { query: { status: 'open' } };
const finished = { query: { status: 'finished', market: 'BTC_USDT' } };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

async function place(body: object = stop): Promise<string> {
  const { id } = await bench.ok(`POST ${path}`, { body });
  return id;
}
const find = (id: string) => bench.ok(`GET ${path}/${id}`);

describe('an order that waits for a price', () => {
  it('is answered with a long number alone, and is in a list of its own', async () => {
    const { status, text } = await bench.call(`POST ${path}`, { body: stop });
    expect([status, text]).toEqual([201, expect.stringMatching(/^\{"id":20800000\d{11}\}$/)]);
    const [found] = await bench.ok(`GET ${path}`, open);
    expect(found).toEqual({
      market: 'BTC_USDT',
      user: 1,
      trigger,
      id: expect.stringMatching(/^\d{19}$/),
      put: { ...put, time_in_force: 'gtc', text: 'api' },
      ctime: startedAt / 1_000,
      fired_order_id: 0,
      status: 'open',
      reason: '',
    });
    expect(await find(found.id)).toEqual(found);
    expect(await bench.ok('GET /spot/open_orders')).toEqual([]);
    const asPlain = { query: { currency_pair: 'BTC_USDT' } };
    expect((await bench.no(`GET /spot/orders/${found.id}`, asPlain))[1]).toBe('ORDER_NOT_FOUND');
  });

  it('puts an order into the book, whose text names it', async () => {
    const id = await place();
    bench.show(109, 110);
    expect((await find(id)).status).toBe('open');
    bench.pass(1_000);
    bench.show(110, 113);
    const gone = await find(id);
    expect(gone).toMatchObject({ status: 'finish', ftime: startedAt / 1_000 + 1 });
    const query = { currency_pair: 'BTC_USDT' };
    const child = await bench.ok(`GET /spot/orders/${gone.fired_order_id}`, { query });
    expect(child).toMatchObject({
      id: String(gone.fired_order_id),
      text: `ao-${id}`,
      status: 'open',
      price: '112',
      type: 'limit',
      create_time: '1800000001',
    });
    bench.show(110, 111);
    const [trade] = await bench.ok('GET /spot/my_trades', { query });
    expect(trade).toMatchObject({ order_id: child.id, text: `ao-${id}`, price: '112' });
    expect(await bench.ok(`GET ${path}`, finished)).toMatchObject([{ id }]);
    expect((await bench.no(`DELETE ${path}/${id}`))[1]).toBe('AUTO_ORDER_NOT_FOUND');
  });

  it('may take at once, at market or by a limit', async () => {
    const sale = { ...put, type: 'market', side: 'sell', price: '90', time_in_force: 'ioc' };
    const falling = { ...trigger, price: '90', rule: '<=' };
    const sold = await place({ ...stop, trigger: falling, put: sale });
    const limit = { ...put, side: 'sell', price: '89.5', time_in_force: 'ioc' };
    const limited = await place({ ...stop, trigger: falling, put: limit });
    bench.show(89, 90, 0.4);
    const query = { currency_pair: 'BTC_USDT' };
    const ended = async (id: string) => {
      const { fired_order_id } = await find(id);
      return bench.ok(`GET /spot/orders/${fired_order_id}`, { query });
    };
    expect(await ended(sold)).toMatchObject({ type: 'market', left: '0.6', finish_as: 'ioc' });
    expect(await ended(limited)).toMatchObject({ left: '1', finish_as: 'ioc' });
  });

  it('is cancelled for good, alone or with the others', async () => {
    const [first, second] = [await place(), await place()];
    expect((await bench.ok(`DELETE ${path}/${first}`)).status).toBe('cancelled');
    const others = await bench.ok(`DELETE ${path}`, { query: { market: 'BTC_USDT' } });
    expect(others).toMatchObject([{ id: second, status: 'cancelled' }]);
    bench.show(110, 111);
    expect(await bench.ok(`GET ${path}`, open)).toEqual([]);
    const missing = await bench.no(`GET ${path}/1`);
    expect(missing).toEqual([400, 'AUTO_ORDER_NOT_FOUND', 'auto order not found']);
  });

  it('ends when it has waited for too long: a day unless told otherwise', async () => {
    const id = await place();
    const day = await place({ ...stop, trigger: { price: '110', rule: '>=' } });
    bench.pass(3_599_000);
    expect((await find(id)).status).toBe('open');
    bench.pass(1_000);
    expect(await find(id)).toMatchObject({ status: 'expired', ftime: startedAt / 1_000 + 3_600 });
    expect(await find(day)).toMatchObject({ status: 'open', trigger: { expiration: 86_400 } });
  });

  it('holds its money, and is refused without it', async () => {
    await place();
    const query = { currency: 'USDT' };
    expect(await bench.ok('GET /spot/accounts', { query })).toMatchObject([{ locked: '112' }]);
    const dear = { ...stop, put: { ...put, amount: '1000' } };
    const refused = await bench.no(`POST ${path}`, { body: dear });
    expect(refused).toEqual([400, 'BALANCE_NOT_ENOUGH', 'Not enough balance']);
  });

  const sale = { ...put, side: 'sell', time_in_force: 'ioc' };
  it.each<[string, object, readonly [number, string, RegExp]]>([
    [
      'whose price has come from below',
      { trigger: { ...trigger, price: '90' } },
      [400, 'AUTO_TRIGGER_PRICE_GREATE_LAST', /Trigger.Price must > last_price$/],
    ],
    [
      'whose price has come from above',
      { trigger: { ...trigger, rule: '<=' } },
      [400, 'AUTO_TRIGGER_PRICE_LESS_LAST', /Trigger.Price must < last_price$/],
    ],
    ['without a rule', { trigger: { price: '110' } }, [400, 'MISSING_REQUIRED_PARAM', /rule$/]],
    [
      'that waits too long',
      { trigger: { ...trigger, expiration: 2_592_001 } },
      [400, 'INVALID_PARAM_VALUE', /trigger.expiration/],
    ],
    ['without terms', { put: undefined }, [400, 'MISSING_REQUIRED_PARAM', /put$/]],
    [
      'with another time in force',
      { put: { ...put, time_in_force: 'fok' } },
      [400, 'INVALID_PARAM_VALUE', /put.time_in_force/],
    ],
    [
      'at market that could rest',
      { put: { ...sale, type: 'market', time_in_force: 'gtc' } },
      [400, 'INVALID_PARAM_VALUE', /put.time_in_force/],
    ],
    [
      'without a price, even at market',
      { put: { ...sale, type: 'market', price: undefined } },
      [400, 'MISSING_REQUIRED_PARAM', /put.price$/],
    ],
    [
      'with a text of its own',
      { put: { ...put, text: 't-mine' } },
      [400, 'INVALID_PARAM_VALUE', /put.text/],
    ],
    ['of another pair', { market: 'ETH_USDT' }, [400, 'INVALID_CURRENCY_PAIR', /ETH_USDT$/]],
    [
      'that buys at market',
      { put: { ...put, type: 'market', time_in_force: 'ioc' } },
      [501, 'NOT_SIMULATED', /amount of quote$/],
    ],
    [
      'of a unified account',
      { put: { ...put, account: 'unified' } },
      [400, 'INVALID_PARAM_VALUE', /`account` with value: unified$/],
    ],
  ])('is refused %s', async (_, changes, [status, label, text]) => {
    const refused = await bench.no(`POST ${path}`, { body: { ...stop, ...changes } });
    expect(refused).toEqual([status, label, expect.stringMatching(text)]);
    expect(bench.simulator.accepted('gateio')).toBe(0);
  });
});
