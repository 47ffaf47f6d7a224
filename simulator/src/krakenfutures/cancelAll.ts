import type { Call } from './call.ts';
import { isoTime } from './numbers.ts';
import { eventOrder, eventTrigger } from './orderAnswers.ts';
import { isOpenView, viewsOf } from './views.ts';

/** POST cancelallorders: cancels resting and waiting orders, of one product or of all. */
export function cancelAll(call: Call): object {
  const { parameters, exchange } = call;
  const symbol = parameters.text('symbol');
  const gone = viewsOf(call).filter(
    (view) =>
      isOpenView(view) &&
      (symbol === undefined || view.market.id === symbol.toUpperCase()) &&
      view.record !== undefined &&
      exchange.cancel(view.record),
  );
  return {
    cancelStatus: {
      receivedTime: isoTime(exchange.now()),
      cancelOnly: symbol ?? 'all',
      status: gone.length === 0 ? 'noOrdersToCancel' : 'cancelled',
      cancelledOrders: gone.map(({ id, cliOrdId }) => ({
        order_id: id,
        ...(cliOrdId !== undefined && { cliOrdId }),
      })),
      orderEvents: gone.map((view) => ({
        type: 'CANCEL',
        uid: view.id,
        ...(view.trigger ? { orderTrigger: eventTrigger(view) } : { order: eventOrder(view) }),
      })),
    },
  };
}
