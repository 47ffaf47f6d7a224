import { describe, expect, it } from 'vitest';
import {
  type BybitAnswer,
  type BybitClient,
  bybitExecution,
  bybitOrder,
  bybitRecord,
  bybitSymbol,
  clientId,
  list,
  ok,
  openBybit,
  refusal,
} from '../../../../../test/support/exchanges/bybit/client.ts';
import type { VenueOrder } from '../../venuePort.ts';
import { bybitDialect } from './dialect.ts';

const paths = {
  positions: '/v5/position/list',
  set: '/v5/position/trading-stop',
  orders: '/v5/order/realtime',
  history: '/v5/order/history',
  cancel: '/v5/order/cancel',
};
const position = {
  positionIdx: 0,
  symbol: 'BTCUSDT',
  side: 'Sell',
  size: '0.500',
  markPrice: '100.50',
  tpslMode: 'Full',
  takeProfit: '',
  stopLoss: '',
  trailingStop: '0',
};
/** The venue gives no quantity for an order that closes the whole position. */
const sleeping = bybitRecord({
  orderId: 'trail-1',
  orderLinkId: '',
  orderType: 'Market',
  timeInForce: 'IOC',
  qty: '0',
  orderStatus: 'Untriggered',
  stopOrderType: 'TrailingStop',
  price: '0',
  reduceOnly: true,
});
const buying = bybitOrder('swap', 'trailing_stop');

async function submit(
  answers: Readonly<Record<string, readonly BybitAnswer[]>>,
  order: VenueOrder = buying,
) {
  const venue = openBybit({ [paths.set]: [ok({})], ...answers });
  const state = await settled(
    venue,
    venue.ask((call) => bybitDialect.submit(call, order)),
  );
  return { venue, state, set: venue.sent.filter(({ path }) => path === paths.set) };
}

/** Returns the outcome, while time goes by. */
async function settled<Value>(venue: BybitClient, answer: Promise<Value>): Promise<unknown> {
  let isOver = false;
  const over = answer
    .catch((error: unknown) => error)
    .finally(() => {
      isOver = true;
    });
  for (let step = 0; step < 200 && !isOver; step += 1) {
    await new Promise((resolve) => setImmediate(resolve)); // tidy-ok: lets ccxt's promises settle
    await venue.clock.advance(50);
  }
  return over;
}

describe('a trailing stop at bybit', () => {
  it.each([
    ['buy', 'Sell', 2, '2.01'],
    ['sell', 'Buy', 2, '2.01'],
    ['buy', 'Sell', 1.24, '1.25'],
    ['buy', 'Sell', 0.001, '0.01'],
  ] as const)('that %ss is set on the %s position, %d %% of the price away', async (...each) => {
    const [side, held, trailingDelta, trailingStop] = each;
    const order = bybitOrder('swap', 'trailing_stop', { side, trailingDelta });
    const own = { ...sleeping, side: side === 'buy' ? 'Buy' : 'Sell' };
    const { venue, state, set } = await submit(
      { [paths.positions]: [list({ ...position, side: held })], [paths.orders]: [list(own)] },
      order,
    );
    expect(venue.sent[0]).toMatchObject({
      method: 'GET',
      path: paths.positions,
      fields: { category: 'linear', symbol: 'BTCUSDT' },
    });
    expect(set.map(({ method, fields }) => [method, fields])).toEqual([
      [
        'POST',
        { category: 'linear', symbol: 'BTCUSDT', tpslMode: 'Full', positionIdx: 0, trailingStop },
      ],
    ]);
    expect(state).toMatchObject({
      venueOrderId: 'trail-1',
      clientId,
      side,
      type: 'trailing_stop',
      status: 'open',
      quantity: '0.5',
      filled: '0',
      price: undefined,
      stopPrice: undefined,
    });
  });

  it('is set on the side that the order closes, where both are held', async () => {
    const both = list(
      { ...position, positionIdx: 1, side: 'Buy' },
      { ...position, positionIdx: 2, side: 'Sell' },
    );
    const others = [
      { ...sleeping, orderId: 'long', side: 'Sell', positionIdx: 1 },
      { ...sleeping, orderId: 'plain', stopOrderType: 'Stop', positionIdx: 2 },
      { ...sleeping, orderId: 'gone', orderStatus: 'Deactivated', positionIdx: 2 },
    ];
    const { state, set } = await submit({
      [paths.positions]: [both],
      [paths.orders]: [list(...others, { ...sleeping, positionIdx: 2 })],
    });
    expect(set[0]?.fields).toMatchObject({ positionIdx: 2 });
    expect(state).toMatchObject({ venueOrderId: 'trail-1' });
  });

  it('is refused in hedge mode where it would open the other leg', async () => {
    const answers = { [paths.positions]: [list({ ...position, positionIdx: 2 })] };
    const { state, venue } = await submit(answers, { ...buying, leg: 'long' });
    expect(state).toMatchObject({ message: expect.stringContaining('must be reduce_only') });
    expect(venue.sent).toEqual([]);
  });

  it.each([
    [[], 'There is no position left to reduce.'],
    [[{ ...position, side: '', size: '0' }], 'There is no position left to reduce.'],
    [[{ ...position, size: '0.000' }], 'There is no position left to reduce.'],
    [[{ ...position, side: 'Buy' }], 'There is no position left to reduce.'],
    [
      [{ ...position, trailingStop: '1.5' }],
      'The position has a trailing stop already, and has one at most.',
    ],
    [
      [{ ...position, size: '0.750' }],
      'A trailing stop closes the whole position: its quantity must be 0.75.',
    ],
  ])('on %o is refused before anything is sent', async (positions, message) => {
    const { venue, state } = await submit({ [paths.positions]: [list(...positions)] });
    expect(state).toMatchObject({ name: 'DialectRefusal', message });
    expect(venue.sent).toHaveLength(1);
  });

  it('is not sent while the position cannot be read', async () => {
    const { venue, state } = await submit({ [paths.positions]: ['<html>'] });
    expect([Object(state).name, venue.sent.length]).toEqual(['NotSentError', 1]);
  });

  it('is waited for where the venue makes its order a moment later', async () => {
    const { state, set } = await submit({
      [paths.positions]: [list(position)],
      [paths.orders]: [list(), list(), list(sleeping)],
    });
    expect(state).toMatchObject({ venueOrderId: 'trail-1' });
    expect(set).toHaveLength(1);
  });

  it('that is nowhere to be seen is left open, and not sent again', async () => {
    const seen = { [paths.positions]: [list(position)], [paths.orders]: [list()] };
    const { state, set } = await submit(seen);
    const message = 'The exchange took the trailing stop and does not show it.';
    expect(state).toMatchObject({ name: 'NoAnswerError', message });
    expect(set).toHaveLength(1);
  });

  it('whose answer was lost is known by its order, if there is one', async () => {
    const lost = { [paths.positions]: [list(position)], [paths.set]: ['<html>'] };
    const found = await submit({ ...lost, [paths.orders]: [list(sleeping)] });
    expect(found.state).toMatchObject({ venueOrderId: 'trail-1', clientId });
    const absent = await submit({ ...lost, [paths.orders]: [list()] });
    expect([Object(absent.state).name, absent.set.length]).toEqual(['NoAnswerError', 1]);
  });

  it('is not refused by what a later read says', async () => {
    const { state } = await submit({
      [paths.positions]: [list(position)],
      [paths.orders]: [refusal(10003, 'API key is invalid.')],
    });
    expect(state).toMatchObject({ name: 'NoAnswerError' });
  });

  it('that the venue refuses is refused at once', async () => {
    const { venue, state } = await submit({
      [paths.positions]: [list(position)],
      [paths.set]: [refusal(10001, 'can not set tp/sl/ts for zero position')],
    });
    expect(String(state)).toContain('zero position');
    expect(venue.sent).toHaveLength(2);
  });

  const ref = { clientId, symbol: bybitSymbol('swap'), marketType: 'swap' } as const;
  const gone = refusal(110001, 'order not exists or too late to cancel');
  const byId = (rows: readonly object[]) => (sent: { readonly fields: object }) =>
    'orderId' in sent.fields ? list(...rows) : list();

  it('is found by the id of its order, under ours', async () => {
    const ended = { ...sleeping, orderStatus: 'Deactivated', cancelType: 'CancelByUser' };
    const venue = openBybit({ [paths.orders]: [list()], [paths.history]: [byId([ended])] });
    const seen = { ...ref, venueOrderId: 'trail-1' };
    const state = await venue.ask((call) => bybitDialect.lookup(call, seen));
    expect(state).toMatchObject({ clientId, venueOrderId: 'trail-1', status: 'canceled' });
    expect(venue.sent.at(-1)?.fields).toEqual({
      category: 'linear',
      symbol: 'BTCUSDT',
      orderId: 'trail-1',
    });
  });

  it('has its fills counted to it, though they bear no client id', async () => {
    const filled = { ...sleeping, orderStatus: 'Filled', cumExecQty: '0.5', cumExecValue: '47.5' };
    const fill = bybitExecution({ orderId: 'trail-1', orderLinkId: '' });
    const venue = openBybit({
      [paths.orders]: [byId([filled])],
      [paths.history]: [list()],
      '/v5/execution/list': [list(fill)],
    });
    const seen = { ...ref, venueOrderId: 'trail-1' };
    await venue.ask((call) => bybitDialect.lookup(call, seen));
    expect(venue.heard).toMatchObject([{ clientId, venueOrderId: 'trail-1', quantity: '0.5' }]);
    const query = { ...ref, sinceMs: venue.clock.now(), limit: 10 };
    const fills = await venue.ask((call) => bybitDialect.fills(call, query));
    expect(fills).toMatchObject([{ clientId, venueOrderId: 'trail-1' }]);
  });

  it.each([
    [[{ ...position, side: 'Sell', size: '0.750' }], '0.75'],
    [[{ ...position, side: 'Buy', size: '0.750' }], '0'],
  ])('that waits is as large as its position: %o', async (positions, quantity) => {
    const answers = { [paths.positions]: [list(...positions)], [paths.orders]: [list(sleeping)] };
    const venue = openBybit(answers);
    const open = await venue.ask((call) =>
      bybitDialect.openOrders(call, 'swap', bybitSymbol('swap')),
    );
    expect(open).toMatchObject([{ venueOrderId: 'trail-1', type: 'trailing_stop', quantity }]);
    const other = openBybit({
      ...answers,
      [paths.orders]: [byId([sleeping])],
      [paths.history]: [list()],
    });
    const seen = { ...ref, venueOrderId: 'trail-1' };
    const found = await other.ask((call) => bybitDialect.lookup(call, seen));
    expect(found).toMatchObject({ clientId, quantity });
  });

  it('is cancelled by a distance of nothing', async () => {
    const venue = openBybit({
      [paths.cancel]: [gone],
      [paths.orders]: [byId([{ ...sleeping, positionIdx: 2 }])],
      [paths.set]: [ok({})],
    });
    await venue.ask((call) => bybitDialect.cancel(call, { ...ref, venueOrderId: 'trail-1' }));
    expect(venue.sent.at(-1)).toMatchObject({
      method: 'POST',
      path: paths.set,
      fields: { tpslMode: 'Full', positionIdx: 2, trailingStop: '0', symbol: 'BTCUSDT' },
    });
  });

  it.each([
    [[]],
    [[{ ...sleeping, orderStatus: 'Filled' }]],
    [[{ ...sleeping, stopOrderType: 'Stop' }]],
  ])('is left alone where the id names %o', async (rows) => {
    const answers = { [paths.orders]: [byId(rows)], [paths.history]: [byId(rows)] };
    const venue = openBybit({ [paths.cancel]: [gone], ...answers });
    const seen = { ...ref, venueOrderId: 'trail-1' };
    const answer = venue.ask((call) => bybitDialect.cancel(call, seen));
    await expect(answer).rejects.toThrow(/110001/);
    expect(venue.sent.filter(({ path }) => path === paths.set)).toEqual([]);
  });
});
