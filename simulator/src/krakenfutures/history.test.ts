import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Bench,
  type Fields,
  openBench,
  root,
  startedAt,
} from '../../test/support/krakenfutures.ts';

const buy = { symbol: 'PF_XBTUSD', side: 'buy', size: '1', cliOrdId: 'mine' };
const limit = { ...buy, orderType: 'lmt', limitPrice: '95' };
const market = { ...buy, orderType: 'mkt' };
const stop = { ...buy, orderType: 'stp', stopPrice: '110' };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const historyOf = (list: string, fields: Fields = {}) =>
  bench.ok(`GET /api/history/v2/${list}`, fields);

/** Returns kind and content of every event, oldest first. */
async function eventsOf(list: string, fields: Fields = {}) {
  const { elements } = await historyOf(list, { sort: 'asc', ...fields });
  return elements.flatMap(({ event }: { event: object }) => Object.entries(event));
}

const part = (quantity: string, filled: string) => ({ quantity, filled });

describe('the history of orders', () => {
  it('tells each event with the order as it was then, in text', async () => {
    await bench.order({ ...limit, limitPrice: '101', size: '6' });
    bench.pass(10);
    bench.show(99, 100.5, 0.5);
    bench.pass(10);
    await bench.ok(`POST ${root}/cancelorder`, { cliOrdId: 'mine' });
    const all = await historyOf('orders', { sort: 'asc' });
    expect(all).toMatchObject({ len: 3, accountUid: expect.any(String) });
    expect(all).not.toHaveProperty('continuationToken');
    expect(all.elements[0]).toEqual({
      uid: expect.any(String),
      timestamp: startedAt,
      event: {
        OrderPlaced: {
          order: {
            uid: expect.any(String),
            tradeable: 'PF_XBTUSD',
            direction: 'Buy',
            ...part('2', '4'),
            timestamp: startedAt,
            limitPrice: '101.0000000000',
            orderType: 'Limit',
            clientId: 'mine',
            reduceOnly: false,
            lastUpdateTimestamp: startedAt,
          },
          reason: 'new_user_order',
          reducedQuantity: '',
          algoId: '',
        },
      },
    });
    expect(await eventsOf('orders')).toMatchObject([
      ['OrderPlaced', {}],
      [
        'OrderUpdated',
        { oldOrder: part('2', '4'), newOrder: part('1.5', '4.5'), reason: 'partial_fill' },
      ],
      ['OrderCancelled', { order: part('1.5', '4.5'), reason: 'cancelled_by_user' }],
    ]);
  });

  it('of an order that took all at once is its placing', async () => {
    await bench.order(market);
    await bench.order({ ...market, size: '9', cliOrdId: 'thin' });
    expect(await eventsOf('orders')).toMatchObject([
      ['OrderPlaced', { order: { ...part('0', '1'), orderType: 'IoC' } }],
      // The unfilled rest has no event of its own.
      ['OrderPlaced', { order: { ...part('6', '3'), orderType: 'IoC' } }],
    ]);
  });

  it('ends with the last fill', async () => {
    await bench.order(limit);
    bench.show(93, 94);
    expect(await eventsOf('orders')).toMatchObject([
      ['OrderPlaced', { order: part('1', '0') }],
      ['OrderUpdated', { newOrder: part('0', '1'), reason: 'full_fill' }],
    ]);
  });

  it('knows what was not placed', async () => {
    await bench.order({ ...limit, orderType: 'post', limitPrice: '101' });
    expect(await eventsOf('orders')).toMatchObject([
      [
        'OrderRejected',
        {
          order: { ...part('1', '0'), clientId: 'mine', orderType: 'PostOnly' },
          orderError: 'POST_WOULD_EXECUTE',
        },
      ],
    ]);
  });

  it('is of one product, of a time, in either order and by pages', async () => {
    await bench.order(limit);
    bench.pass(10);
    await bench.order({ ...limit, cliOrdId: 'b' });
    bench.pass(10);
    await bench.order({ ...limit, symbol: 'PI_XBTUSD', cliOrdId: 'c' });
    const idsOf = async (fields: Fields) => {
      const { elements, continuationToken } = await historyOf('orders', fields);
      type Element = { event: { OrderPlaced: { order: { clientId: string } } } };
      const ids = elements.map(({ event }: Element) => event.OrderPlaced.order.clientId);
      return { ids, continuationToken };
    };
    expect((await idsOf({})).ids).toEqual(['c', 'b', 'mine']);
    expect((await idsOf({ tradeable: 'pf_xbtusd' })).ids).toEqual(['b', 'mine']);
    expect((await idsOf({ since: startedAt + 10, sort: 'asc' })).ids).toEqual(['b', 'c']);
    expect((await idsOf({ before: startedAt + 10 })).ids).toEqual(['b', 'mine']);
    const first = await idsOf({ count: 2 });
    expect(first.ids).toEqual(['c', 'b']);
    const more = { count: 2, continuation_token: first.continuationToken };
    expect(await idsOf(more)).toEqual({ ids: ['mine'], continuationToken: undefined });
    const wrong = await bench.no('GET /api/history/v2/orders', { continuation_token: 'x' });
    expect(wrong).toEqual([200, 'invalidArgument: continuation_token']);
  });
});

describe('the history of triggers', () => {
  it('tells of an order while it sleeps, and orders of what came of it', async () => {
    await bench.order({ ...stop, limitPrice: '112', triggerSignal: 'mark' });
    bench.pass(10);
    bench.show(110, 111);
    const order = {
      direction: 'Buy',
      quantity: '1',
      limitPrice: '112.0000000000',
      clientId: 'mine',
      orderType: 'Limit',
      triggerOptions: { triggerPrice: '110', triggerSide: 'Above', triggerSignal: 'MarkPrice' },
    };
    expect(await eventsOf('triggers')).toMatchObject([
      ['OrderTriggerPlaced', { order, reason: 'new_user_order' }],
      ['OrderTriggerActivated', { order }],
    ]);
    expect(await eventsOf('orders')).toMatchObject([
      ['OrderPlaced', { order: part('0', '1'), reason: 'limit_from_stop' }],
    ]);
  });

  it('ends with a cancel', async () => {
    await bench.order(stop);
    await bench.ok(`POST ${root}/cancelorder`, { cliOrdId: 'mine' });
    expect(await eventsOf('triggers')).toMatchObject([
      ['OrderTriggerPlaced', { order: { limitPrice: '', orderType: 'IoC' } }],
      ['OrderTriggerCancelled', { reason: 'cancelled_by_user' }],
    ]);
    expect(await eventsOf('orders')).toEqual([]);
  });
});
