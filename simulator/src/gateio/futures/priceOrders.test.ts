import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/gateio.ts';

const path = '/futures/usdt/price_orders';
const at = startedAt / 1_000;
const initial = { contract: 'BTC_USDT', size: 10_000, price: '0', tif: 'ioc', text: 't-mine' };
const trigger = { price_type: 0, price: '110', rule: 1 };
const stop = { initial, trigger };
const open = { query: { status: 'open' } };

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

describe('a trigger of contracts', () => {
  it('is answered with a long number, and is in a list of its own', async () => {
    const { status, text, json } = await bench.call(`POST ${path}`, { body: stop });
    const { id } = json;
    expect([status, text]).toEqual([201, `{"id":${id},"id_string":"${id}"}`]);
    expect(id).toMatch(/^\d{19}$/);
    const [found] = await bench.ok(`GET ${path}`, open);
    expect(found).toEqual({
      id,
      id_string: id,
      user: 1,
      trade_id: 0,
      trade_id_string: '',
      status: 'open',
      trigger: { strategy_type: 0, expiration: 0, ...trigger },
      initial: {
        ...initial,
        iceberg: 0,
        is_close: false,
        is_reduce_only: false,
        auto_size: '',
      },
      reason: '',
      create_time: at,
      is_stop_order: false,
      me_order_id: 0,
      order_type: '',
      in_dual_mode: false,
      parent_id: 0,
    });
    expect(await find(id)).toEqual(found);
    expect(await bench.ok('GET /futures/usdt/orders', open)).toEqual([]);
    // The client's text does not name such an order.
    expect((await bench.no(`GET ${path}/t-mine`))[1]).toBe('AUTO_ORDER_NOT_FOUND');
    expect((await bench.no('GET /futures/usdt/orders/t-mine'))[1]).toBe('ORDER_NOT_FOUND');
  });

  it('puts an order into the book, whose text names it', async () => {
    const id = await place();
    bench.show(109, 110);
    expect((await find(id)).status).toBe('open');
    bench.pass(1_000);
    bench.show(110, 111);
    const gone = await find(id);
    expect(gone).toMatchObject({
      status: 'finished',
      finish_as: 'succeeded',
      finish_time: at + 1,
      trade_id_string: String(gone.trade_id),
    });
    const child = await bench.ok(`GET /futures/usdt/orders/${gone.trade_id}`);
    expect(child).toMatchObject({
      text: `ao-${id}`,
      finish_as: 'filled',
      fill_price: '111',
      create_time: at + 1,
    });
    const [trade] = await bench.ok('GET /futures/usdt/my_trades');
    expect(trade).toMatchObject({ order_id: String(child.id), text: `ao-${id}`, size: 10_000 });
    const query = { status: 'finished', contract: 'BTC_USDT' };
    expect(await bench.ok(`GET ${path}`, { query })).toMatchObject([{ id }]);
    expect((await bench.no(`DELETE ${path}/${id}`))[1]).toBe('AUTO_ORDER_NOT_FOUND');
  });

  it('with a limit rests at it from then on', async () => {
    const limited = { ...initial, size: -10_000, price: '88', tif: 'gtc' };
    const falling = { ...trigger, rule: 2, price: '90' };
    const id = await place({ initial: limited, trigger: falling });
    bench.show(86, 87);
    const { trade_id } = await find(id);
    const child = await bench.ok(`GET /futures/usdt/orders/${trade_id}`);
    expect(child).toMatchObject({ status: 'open', price: '88', size: -10_000, left: -10_000 });
    await bench.ok(`DELETE /futures/usdt/orders/${trade_id}`);
    expect((await find(id)).finish_as).toBe('succeeded');
  });

  it('is cancelled, which is told in microseconds', async () => {
    const [first, second] = [await place(), await place()];
    const gone = await bench.ok(`DELETE ${path}/${first}`);
    expect(gone).toMatchObject({ status: 'finished', finish_as: 'cancelled' });
    expect([gone.create_time, gone.finish_time]).toEqual(
      Array.from({ length: 2 }, () => String(startedAt * 1_000)),
    );
    expect((await find(first)).create_time).toBe(at);
    const others = await bench.ok(`DELETE ${path}`, { query: { contract: 'BTC_USDT' } });
    expect(others).toMatchObject([{ id: second, finish_as: 'cancelled' }]);
    bench.show(110, 111);
    expect(await bench.ok(`GET ${path}`, open)).toEqual([]);
  });

  it('ends when it has waited for as long as it said', async () => {
    const id = await place({ initial, trigger: { ...trigger, expiration: 60 } });
    bench.pass(60_000);
    expect(await find(id)).toMatchObject({ status: 'finished', finish_as: 'expired' });
  });

  it('fails where there is no margin for it', async () => {
    const id = await place({ initial: { ...initial, size: 150_000_000 }, trigger });
    bench.show(200, 201, 15_000);
    expect(await find(id)).toMatchObject({
      status: 'finished',
      finish_as: 'failed',
      trade_id: 0,
      reason: 'INSUFFICIENT_AVAILABLE',
    });
    expect(await bench.ok('GET /futures/usdt/orders', { query: { status: 'finished' } })).toEqual(
      [],
    );
  });

  it('that only reduces ends with its position', async () => {
    const market = { contract: 'BTC_USDT', price: '0', tif: 'ioc' };
    await bench.ok('POST /futures/usdt/orders', { body: { ...market, size: -10_000 } });
    const id = await place({ initial: { ...initial, reduce_only: true }, trigger });
    expect((await find(id)).initial.is_reduce_only).toBe(true);
    await bench.ok('POST /futures/usdt/orders', { body: { ...market, size: 10_000 } });
    expect((await find(id)).status).toBe('finished');
  });

  it.each<[string, object, readonly [number, string, RegExp]]>([
    [
      'whose price has come from below',
      { trigger: { ...trigger, price: '90' } },
      [400, 'AUTO_TRIGGER_PRICE_GREATE_LAST', /Trigger.Price must > last_price$/],
    ],
    [
      'whose price has come from above',
      { trigger: { ...trigger, rule: 2 } },
      [400, 'AUTO_TRIGGER_PRICE_LESS_LAST', /Trigger.Price must < last_price$/],
    ],
    ['without a rule', { trigger: { price: '110' } }, [400, 'MISSING_REQUIRED_PARAM', /rule$/]],
    [
      'with the rule of spot',
      { trigger: { ...trigger, rule: '>=' } },
      [400, 'INVALID_PARAM_VALUE', /trigger.rule/],
    ],
    [
      'off the step',
      { trigger: { ...trigger, price: '110.05' } },
      [400, 'INVALID_PARAM_VALUE', /Trigger.Price$/],
    ],
    [
      'without a price',
      { trigger: { ...trigger, price: undefined } },
      [400, 'MISSING_REQUIRED_PARAM', /trigger.price$/],
    ],
    [
      'with another time in force',
      { initial: { ...initial, price: '112', tif: 'poc' } },
      [400, 'INVALID_PARAM_VALUE', /Initial.Tif$/],
    ],
    [
      'of another text',
      { initial: { ...initial, text: 'mine' } },
      [400, 'INVALID_PARAM_VALUE', /`text`/],
    ],
    ['without terms', { initial: undefined }, [400, 'MISSING_REQUIRED_PARAM', /initial$/]],
    [
      'for a position',
      { order_type: 'close-long-position' },
      [501, 'NOT_SIMULATED', /order_type$/],
    ],
    [
      'reducing nothing',
      { initial: { ...initial, reduce_only: true } },
      [400, 'POSITION_EMPTY', /empty position/],
    ],
  ])('is refused %s', async (_, changes, [status, label, text]) => {
    const refused = await bench.no(`POST ${path}`, { body: { ...stop, ...changes } });
    expect(refused).toEqual([status, label, expect.stringMatching(text)]);
    expect(bench.simulator.accepted('gateio')).toBe(0);
  });
});
