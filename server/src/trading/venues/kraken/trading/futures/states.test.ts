import { describe, expect, it } from 'vitest';
import {
  clientId,
  type KrakenAnswer,
  krakenOrder,
  openKrakenDialect,
  uuid,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import { krakenFuturesDialect } from './dialect.ts';

const id = '59302619-41d2-4f0b-941f-7e7914760ad3';
const ref = krakenOrder({ marketType: 'swap' });

const status = (row: object, order: object = {}) => ({
  order: {
    type: 'ORDER',
    orderId: id,
    cliOrdId: uuid,
    symbol: 'PF_XBTUSD',
    side: 'buy',
    quantity: 0.01,
    filled: 0,
    limitPrice: 40000,
    reduceOnly: false,
    timestamp: '2023-11-14T22:13:20.100Z',
    lastUpdateTimestamp: '2023-11-14T22:13:20.200Z',
    ...order,
  },
  status: 'ENTERED_BOOK',
  updateReason: null,
  error: null,
  ...row,
});
const statuses = (...orders: readonly object[]) => ({ body: { result: 'success', orders } });
const fill = (fields: object) => ({
  fillTime: '2023-11-14T22:13:21.000Z',
  order_id: id,
  cliOrdId: uuid,
  side: 'buy',
  fill_id: 'f1',
  symbol: 'PF_XBTUSD',
  size: 0.01,
  price: 39999,
  fillType: 'taker',
  ...fields,
});
const fillList = (...fills: readonly object[]) => ({ body: { result: 'success', fills } });
const event = (kind: string, fields: object, more: object = { reason: 'x' }) => ({
  uid: 'e1',
  timestamp: 1_700_000_002_000,
  event: {
    [kind]: {
      [kind === 'OrderUpdated' ? 'newOrder' : 'order']: {
        uid: id,
        accountUid: 'a',
        tradeable: 'PF_XBTUSD',
        direction: 'Buy',
        quantity: '0.01',
        filled: '0',
        timestamp: 1_700_000_000_100,
        limitPrice: '40000',
        orderType: 'Limit',
        clientId: uuid,
        reduceOnly: false,
        lastUpdateTimestamp: 1_700_000_000_200,
        ...fields,
      },
      ...more,
    },
  },
});
const events = (...elements: readonly object[]) => ({ body: { elements, len: elements.length } });

async function ask(answers: readonly KrakenAnswer[], venueOrderId?: string, passMs = 0) {
  const venue = await openKrakenDialect(krakenFuturesDialect, answers);
  await venue.clock.advance(passMs);
  const asked = { ...ref, venueOrderId };
  const state = await venue.run((call) => krakenFuturesDialect.lookup(call, asked));
  const { wire, fills, links } = venue;
  return { state, wire, fills, links };
}

const plain = {
  clientId,
  venueOrderId: id,
  symbol: 'BTC/USD:USD',
  marketType: 'swap',
  side: 'buy',
  type: 'limit',
  status: 'open',
  price: 40_000,
  stopPrice: undefined,
  quantity: '0.01',
  filled: '0',
  average: undefined,
  cost: '0',
  fees: {},
  lastTradeAtMs: undefined,
  createdAtMs: 1_700_000_000_100,
  updatedAtMs: 1_700_000_000_200,
  reason: undefined,
};

describe('an order on futures is looked up', () => {
  it('by our id among those that are open or ended just now', async () => {
    const { state, wire } = await ask([statuses(status({}))]);
    expect(state).toEqual(plain);
    expect(wire).toEqual([
      {
        method: 'GET',
        address: 'futures.kraken.com/derivatives/api/v3/orders/status',
        fields: { cliOrdIds: uuid },
      },
    ]);
  });

  it('then in the histories of orders and of triggers', async () => {
    const cancelled = event('OrderCancelled', {}, { reason: 'cancelled_by_user' });
    const { state, wire } = await ask([statuses(), events(cancelled), fillList()]);
    expect(state).toEqual({ ...plain, status: 'canceled' });
    expect(wire[1]).toEqual({
      method: 'GET',
      address: 'futures.kraken.com/api/history/v2/orders',
      fields: { tradeable: 'PF_XBTUSD', sort: 'desc', since: '1699999940000' },
    });
    const trigger = event('OrderTriggerCancelled', {
      orderType: undefined,
      filled: undefined,
      triggerOptions: { triggerPrice: '41000', triggerSide: 'Above', triggerSignal: 'LastPrice' },
    });
    const asleep = await ask([statuses(), events(), events(trigger), fillList()]);
    const stopped = { type: 'stop_loss_limit', stopPrice: 41_000, reason: 'x' };
    expect(asleep.state).toEqual({ ...plain, status: 'canceled', ...stopped });
    expect(asleep.wire[2]?.address).toBe('futures.kraken.com/api/history/v2/triggers');
  });

  it('page after page', async () => {
    const other = event('OrderPlaced', { uid: 'o', clientId: '' });
    const first = { body: { elements: [other], len: 1, continuationToken: 'a+b=' } };
    const last = events(event('OrderCancelled', {}));
    const { state, wire } = await ask([statuses(), first, last, fillList()]);
    expect(state?.status).toBe('canceled');
    expect(wire[2]?.fields.continuation_token).toBe('a+b=');
  });

  it('and is none where no list knows it', async () => {
    const other = event('OrderCancelled', { uid: 'o', clientId: '' });
    const { state } = await ask([
      statuses(status({}, { cliOrdId: null, orderId: 'o' }), status({ status: 'NOT_FOUND' })),
      events(other),
      events(other),
    ]);
    expect(state).toBeUndefined();
  });

  it('and not claimed to be absent where the history goes on and on', async () => {
    const page = { body: { elements: [event('OrderPlaced', { uid: 'o', clientId: '' })] } };
    const more = { body: { ...page.body, continuationToken: 'more' } };
    const answer = ask([statuses(), ...Array(12).fill(more)]);
    await expect(answer).rejects.toMatchObject({ name: 'NoAnswerError' });
  });
});

describe('the state of an order on futures', () => {
  it('sums its fills exactly, at the fees of the base tier', async () => {
    const done = status({ status: 'FULLY_EXECUTED' }, { filled: 0.01, quantity: 0 });
    const { state, wire } = await ask([
      statuses(done),
      fillList(
        fill({ size: 0.004, price: 39998.5, fillTime: '2023-11-14T22:13:22.500Z' }),
        fill({ fill_id: 'f2', order_id: 'other', size: 5 }),
        fill({ fill_id: 'f3', size: 0.006, fillType: 'maker' }),
      ),
    ]);
    expect(state).toEqual({
      ...plain,
      status: 'closed',
      filled: '0.01',
      cost: '399.988',
      average: 39_998.8,
      // 159.994 at 5 bps and 239.994 at 2 bps.
      fees: { USD: '0.1279958' },
      lastTradeAtMs: 1_700_000_002_500,
      updatedAtMs: 1_700_000_002_500,
    });
    expect(wire[1]).toEqual({
      method: 'GET',
      address: 'futures.kraken.com/derivatives/api/v3/fills',
      fields: {},
    });
  });

  it('is not known while a fill is missing', async () => {
    const done = statuses(status({ status: 'FULLY_EXECUTED' }, { filled: 0.01 }));
    const part = fillList(fill({ size: 0.004 }));
    const answer = ask([done, part, part]);
    await expect(answer).rejects.toMatchObject({ name: 'NoAnswerError' });
  });

  it.each([
    [{ status: 'CANCELLED', updateReason: 'CANCELLED_BY_USER' }, 'canceled', undefined],
    [{ status: 'CANCELLED', updateReason: 'NOT_ENOUGH_MARGIN' }, 'canceled', 'NOT_ENOUGH_MARGIN'],
    [
      { status: 'REJECTED', updateReason: 'POST_WOULD_EXECUTE_REASON' },
      'rejected',
      'The order would take liquidity at once.',
    ],
    [
      { status: 'REJECTED', updateReason: 'IOC_WOULD_NOT_EXECUTE_REASON' },
      'expired',
      'The whole quantity cannot be filled at once.',
    ],
    [
      { status: 'REJECTED', updateReason: 'WOULD_NOT_REDUCE_POSITION' },
      'rejected',
      'There is no position left to reduce.',
    ],
    [
      { status: 'TRIGGER_ACTIVATION_FAILURE', error: 'INSUFFICIENT_MARGIN' },
      'canceled',
      'INSUFFICIENT_MARGIN',
    ],
    [{ status: 'CANCELLED', updateReason: 'CONTRACT_EXPIRED' }, 'expired', 'CONTRACT_EXPIRED'],
  ])('%j is %s', async (row, wanted, reason) => {
    const { state } = await ask([statuses(status(row)), fillList()]);
    expect([state?.status, state?.reason]).toEqual([wanted, reason]);
  });

  it('that took some and found no more has expired, and is as large as what is left and what filled', async () => {
    const part = { quantity: 0.006, filled: 0.004 };
    const rest = { status: 'CANCELLED', updateReason: 'IOC_WOULD_NOT_EXECUTE_REASON' };
    const { state } = await ask([statuses(status(rest, part)), fillList(fill({ size: 0.004 }))]);
    expect(state).toMatchObject({ status: 'expired', quantity: '0.01', filled: '0.004' });
    expect(state?.reason).toBeUndefined();
    const cancelled = { status: 'CANCELLED', updateReason: 'CANCELLED_BY_USER' };
    const other = await ask([statuses(status(cancelled, part)), fillList(fill({ size: 0.004 }))]);
    expect(other.state).toMatchObject({ status: 'canceled', quantity: '0.01' });
  });

  it.each([
    ['sell', 'TRIGGER_BELOW', null, 'stop_loss'],
    ['buy', 'TRIGGER_ABOVE', 40_000, 'stop_loss_limit'],
    ['sell', 'TRIGGER_ABOVE', null, 'take_profit'],
    ['buy', 'TRIGGER_BELOW', 40_000, 'take_profit_limit'],
  ])('of a %s that sleeps, %s, at the limit %s, is %s', async (side, triggerSide, price, type) => {
    const options = { triggerPrice: 41_000, triggerSide, triggerSignal: 'LAST_PRICE' };
    const asleep = { type: 'TRIGGER_ORDER', side, limitPrice: price, priceTriggerOptions: options };
    const { state } = await ask([statuses(status({ status: 'TRIGGER_PLACED' }, asleep))]);
    expect(state).toMatchObject({ type, status: 'open', stopPrice: 41_000 });
    expect(state?.price).toBe(price ?? undefined);
  });

  const options = { triggerPrice: 41_000, triggerSide: 'TRIGGER_ABOVE' };
  const trigger = { type: 'TRIGGER_ORDER', orderId: 't', priceTriggerOptions: options };
  const gone = status({ status: 'CANCELLED', updateReason: 'STOP_ORDER_TRIGGERED' }, trigger);

  it('that went off is what became of the order in its place, under the first id', async () => {
    const order = status({ status: 'ENTERED_BOOK', updateReason: 'LIMIT_FROM_STOP' });
    const { state, links } = await ask([statuses(gone, order)]);
    const stop = { type: 'stop_loss_limit', stopPrice: 41_000, venueOrderId: 't' };
    expect(state).toEqual({ ...plain, ...stop });
    expect(links.get(id)).toEqual({ venueOrderId: 't', clientId });
  });

  it('keeps the id that we know it by, and its fills are told under that', async () => {
    const done = status({ status: 'FULLY_EXECUTED' }, { quantity: 0, filled: 0.01 });
    const { state, fills } = await ask([statuses(done), fillList(fill({}))], 't');
    expect(state).toMatchObject({ venueOrderId: 't', status: 'closed', filled: '0.01' });
    expect(fills).toMatchObject([{ venueOrderId: 't', clientId, quantity: '0.01' }]);
  });

  it('that went off is not over while nothing is known of the order in its place', async () => {
    const placed = { quantity: '0', filled: '0.01', orderType: 'IoC' };
    const answers = [statuses(gone), events(event('OrderPlaced', placed)), fillList(fill({}))];
    const found = await ask(answers, 't');
    expect(found.state).toMatchObject({ venueOrderId: 't', status: 'closed', filled: '0.01' });
    const activated = event('OrderTriggerActivated', { uid: 't' });
    const nothing = ask([statuses(gone), events(), events(activated)], 't');
    await expect(nothing).rejects.toMatchObject({ name: 'NoAnswerError' });
  });
});

describe('the history of an order on futures', () => {
  it.each([
    ['OrderUpdated', { quantity: '0', filled: '0.01' }, 'closed', 'limit'],
    ['OrderPlaced', { quantity: '0', filled: '0.01', orderType: 'IoC' }, 'closed', 'market'],
    ['OrderCancelled', { quantity: '0.004', filled: '0.006' }, 'canceled', 'limit'],
    ['OrderPlaced', { quantity: '0.004', filled: '0.006', orderType: 'IoC' }, 'expired', 'market'],
    ['OrderRejected', {}, 'rejected', 'limit'],
  ])('%s with %j is %s', async (kind, order, wanted, type) => {
    const filled = 'filled' in order ? Number(order.filled) : 0;
    const answers = [statuses(), events(event(kind, order)), fillList(fill({ size: filled }))];
    const { state } = await ask(answers);
    expect(state).toMatchObject({ status: wanted, type, quantity: '0.01', filled: `${filled}` });
  });

  it('proves no end of an order that rests there', async () => {
    const answer = ask([statuses(), events(event('OrderPlaced', {}))]);
    await expect(answer).rejects.toMatchObject({ name: 'NoAnswerError' });
  });

  it('proves no absence of one that went off', async () => {
    const answer = ask([statuses(), events(), events(event('OrderTriggerActivated', {}))]);
    await expect(answer).rejects.toMatchObject({ name: 'NoAnswerError' });
  });

  it('leaves out changes that were refused', async () => {
    const old = { uid: id, clientId: uuid, direction: 'Buy', quantity: '0', filled: '0.01' };
    const OrderEditRejected = { oldOrder: old, attemptedOrder: old, orderError: 'x' };
    const refused = { uid: 'e0', timestamp: 1_700_000_003_000, event: { OrderEditRejected } };
    const history = events(refused, event('OrderCancelled', {}));
    const { state } = await ask([statuses(), history, fillList()]);
    expect(state?.status).toBe('canceled');
  });
});

describe('the end of an order on futures is proven by its fills', () => {
  const taken = { orderType: 'IoC', quantity: '0.01', filled: '0' };
  const placed = events(event('OrderPlaced', taken));
  /** Dated some milliseconds before its order. */
  const early = { fillTime: '2023-11-14T22:13:20.097Z' };
  const look = async (fills: readonly object[], passMs = 60_000) => {
    const answers = [statuses(), placed, fillList(...fills)];
    return (await ask(answers, undefined, passMs)).state;
  };

  it('where it was placed before it took all', async () => {
    expect(await look([fill(early)])).toMatchObject({
      status: 'closed',
      reason: undefined,
      quantity: '0.01',
      filled: '0.01',
      average: 39_999,
      cost: '399.99',
    });
  });

  it('where it took a part', async () => {
    expect(await look([fill({ ...early, size: 0.004 })])).toMatchObject({
      status: 'expired',
      quantity: '0.01',
      filled: '0.004',
    });
  });

  it('where it found nothing, once its fills would be listed', async () => {
    expect(await look([])).toMatchObject({ status: 'expired', filled: '0' });
    await expect(look([], 0)).rejects.toMatchObject({ name: 'NoAnswerError' });
  });

  it('where it filled, and is told as cancelled', async () => {
    const cancelled = status({ status: 'CANCELLED', updateReason: 'CANCELLED_BY_USER' });
    const { state } = await ask([statuses(cancelled), fillList(fill(early))]);
    expect(state).toMatchObject({ status: 'closed', filled: '0.01' });
  });

  it('with fills from around its end on, where that was long ago', async () => {
    const answers = [statuses(), placed, fillList()];
    const { wire } = await ask(answers, undefined, 86_400_000);
    // Ten seconds after the order's last report.
    expect(wire[2]?.fields).toEqual({ lastFillTime: '2023-11-14T22:13:30.200Z' });
  });
});
