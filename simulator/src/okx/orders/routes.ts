import { isOpen } from '../../exchange/records.ts';
import { type Call, type Routes, signed } from '../call.ts';
import { Refusal, refusals } from '../errors.ts';
import { idText } from '../ids.ts';
import { pageOf } from '../pages.ts';
import { instTypeOf, instTypeWords } from '../traits.ts';
import { billIdOf, fillAnswer, orderAnswer } from './answers.ts';
import { batchOf } from './batch.ts';
import { type BookOrder, bookOrders, bookTrades, isForgotten, namedOrder } from './bookOrders.ts';
import { cancelAllAfter } from './cancelAllAfter.ts';
import { enterMode } from './checks.ts';
import { parsePlain } from './parseOrder.ts';
import { placeRefusal } from './refusing.ts';

const dayMs = 86_400_000;

/** Routes of orders on the book and of their fills. */
export const orderRoutes: Routes = {
  'POST /api/v5/trade/order': {
    security: 'signed',
    answer: place,
    shape: 'order',
    hasDeadline: true,
  },
  'POST /api/v5/trade/batch-orders': {
    security: 'signed',
    answer: batchOf(place),
    shape: 'order',
    hasDeadline: true,
  },
  'POST /api/v5/trade/cancel-order': { security: 'signed', answer: cancel, shape: 'order' },
  'POST /api/v5/trade/cancel-all-after': signed(cancelAllAfter),
  'GET /api/v5/trade/order': signed((call) => [orderAnswer(namedOrder(call, refusals.noOrder))]),
  'GET /api/v5/trade/orders-pending': signed(pending),
  'GET /api/v5/trade/orders-history': signed(history),
  'GET /api/v5/trade/fills': signed((call) => fills(call, 3 * dayMs)),
  'GET /api/v5/trade/fills-history': signed((call) => {
    call.fields.required('instType');
    return fills(call, 92 * dayMs);
  }),
};

function place(call: Call): readonly object[] {
  const asked = parsePlain(call);
  const { clientOrderId } = asked;
  const isKnown = ({ clOrdId }: BookOrder) => clOrdId === clientOrderId;
  if (clientOrderId !== undefined && bookOrders(call).some(isKnown)) {
    throw new Refusal('51016', 'Client order ID already exists.');
  }
  enterMode(call, asked);
  // The exchange makes no client id when none was given.
  const placed = call.exchange.place({ ...asked, clientOrderId: clientOrderId ?? '' });
  if ('refused' in placed) throw placeRefusal(call, asked, placed.refused);
  const { id } = placed.order;
  const ids = { ordId: idText(id), clOrdId: clientOrderId ?? '', tag: asked.words?.tag ?? '' };
  return [{ ...ids, ts: String(call.exchange.now()), sCode: '0', sMsg: '' }];
}

function cancel(call: Call): readonly object[] {
  const { record, ordId, clOrdId } = namedOrder(call, refusals.noCancel);
  if (!call.exchange.cancel(record)) throw refusals.noCancel();
  return [{ ordId, clOrdId, ts: String(call.exchange.now()), sCode: '0', sMsg: '' }];
}

/** Returns a filter for orders of the named market and kind. */
export function isAskedFor(call: Call): (order: { record: BookOrder['record'] }) => boolean {
  const market = call.optionalMarket();
  const instType = call.fields.word('instType', instTypeWords);
  return ({ record }) =>
    (market === undefined || record.market === market) &&
    (instType === undefined || instTypeOf(record.market.definition) === instType);
}

function pending(call: Call): readonly object[] {
  const { fields } = call;
  const state = fields.word('state', ['live', 'partially_filled']);
  const isMeant = isAskedFor(call);
  const open = bookOrders(call)
    .filter((order) => isOpen(order.record) && isMeant(order))
    .filter(({ record }) => !state || record.state.filled > 0 === (state === 'partially_filled'));
  const names = { idOf: ({ ordId }: BookOrder) => ordId, timeOf: createdAtOf };
  return pageOf(open.toReversed(), fields, names).map(orderAnswer);
}

/** Returns the orders that ended within a week. */
function history(call: Call): readonly object[] {
  const { fields, exchange } = call;
  fields.required('instType');
  const state = fields.word('state', ['canceled', 'filled']);
  const isMeant = isAskedFor(call);
  const since = exchange.now() - 7 * dayMs;
  const ended = bookOrders(call).filter(
    (order) =>
      !isOpen(order.record) &&
      !isForgotten(order, exchange.now()) &&
      order.record.updatedAt >= since &&
      (state === undefined || (order.record.state.status === 'closed') === (state === 'filled')) &&
      isMeant(order),
  );
  const names = { idOf: ({ ordId }: BookOrder) => ordId, timeOf: createdAtOf };
  return pageOf(ended.toReversed(), fields, names).map(orderAnswer);
}

function createdAtOf({ createdAt }: BookOrder): number {
  return createdAt;
}

function fills(call: Call, keptMs: number): readonly object[] {
  const { fields, exchange } = call;
  const isMeant = isAskedFor(call);
  const ordId = fields.text('ordId');
  const since = exchange.now() - keptMs;
  const kept = bookTrades(call).filter(
    ({ order, trade }) =>
      isMeant(order) && trade.at >= since && (ordId === undefined || order.ordId === ordId),
  );
  const names = { idOf: billIdOf, timeOf: ({ trade }: (typeof kept)[number]) => trade.at };
  return pageOf(kept, fields, names).map(fillAnswer);
}
