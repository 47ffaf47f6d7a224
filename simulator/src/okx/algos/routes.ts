import { type Call, type Routes, signed } from '../call.ts';
import { Refusal, refusals } from '../errors.ts';
import { idText } from '../ids.ts';
import { enterMode } from '../orders/checks.ts';
import { placeRefusal } from '../orders/refusing.ts';
import { isAskedFor } from '../orders/routes.ts';
import { pageOf } from '../pages.ts';
import { type AlgoOrder, algoOrders, namedAlgo } from './algoOrders.ts';
import { algoAnswer } from './answers.ts';
import { parseAlgo } from './parseAlgo.ts';

/** Routes of orders that wait for a price, in lists of their own. */
export const algoRoutes: Routes = {
  'POST /api/v5/trade/order-algo': { security: 'signed', answer: place, shape: 'algo' },
  'POST /api/v5/trade/cancel-algos': { security: 'signed', answer: cancel, shape: 'algo' },
  'GET /api/v5/trade/order-algo': signed((call) => [algoAnswer(namedAlgo(call, refusals.noOrder))]),
  'GET /api/v5/trade/orders-algo-pending': signed(pending),
};

function place(call: Call): readonly object[] {
  const asked = parseAlgo(call);
  const { clientOrderId } = asked;
  const isKnown = ({ record }: AlgoOrder) => record.clientOrderId === clientOrderId;
  if (clientOrderId !== undefined && algoOrders(call).some(isKnown)) {
    throw new Refusal('51065', 'algoClOrdId already exists.');
  }
  enterMode(call, asked);
  const placed = call.exchange.place({ ...asked, clientOrderId: clientOrderId ?? '' });
  if ('refused' in placed) throw placeRefusal(call, asked, placed.refused);
  const algoId = idText(placed.order.id);
  const ids = { algoId, algoClOrdId: clientOrderId ?? '', clOrdId: '' };
  return [{ ...ids, sCode: '0', sMsg: '', tag: asked.words?.tag ?? '' }];
}

/** Maximum number of cancels at once. */
const cancelsMax = 10;

/** Cancels all of them or none: the first that cannot be cancelled refuses the rest. */
function cancel(call: Call): readonly object[] {
  if (call.list.length > cancelsMax) {
    throw new Refusal('50025', `Parameter algoId count exceeds the limit ${cancelsMax}.`);
  }
  const orders = call.list.map((fields) => {
    fields.required('instId');
    const order = namedAlgo({ ...call, fields }, refusals.noCancel);
    // The order that a triggered one placed is cancelled as an order on the book.
    if (order.state !== 'live') throw refusals.noCancel();
    return order;
  });
  return orders.map(({ record, algoId }) => {
    call.exchange.cancel(record);
    return {
      algoId,
      algoClOrdId: record.clientOrderId,
      clOrdId: '',
      sCode: '0',
      sMsg: '',
      tag: '',
    };
  });
}

function pending(call: Call): readonly object[] {
  const { fields } = call;
  const types = fields.required('ordType').split(',');
  const isMeant = isAskedFor(call);
  const algoId = fields.text('algoId');
  const live = algoOrders(call).filter(
    (order) =>
      order.state === 'live' &&
      types.includes(order.record.words.algoType ?? '') &&
      isMeant(order) &&
      (algoId === undefined || order.algoId === algoId),
  );
  const names = {
    idOf: (order: AlgoOrder) => order.algoId,
    timeOf: ({ record }: AlgoOrder) => record.createdAt,
  };
  return pageOf(live.toReversed(), fields, names).map(algoAnswer);
}
