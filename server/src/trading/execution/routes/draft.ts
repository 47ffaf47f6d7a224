import type { orderEndpoints, Parsed } from '@windlass/contract';
import type { OrderDraft } from '../types.ts';

type OrderBody = Parsed<typeof orderEndpoints.submitOrder>['body'];

/** Translates an order from the wire format. */
export function toDraft(body: OrderBody): OrderDraft {
  return {
    accountId: body.exchange_account_id,
    symbol: body.symbol,
    side: body.side,
    type: body.order_type,
    quantity: body.quantity,
    price: body.price,
    stopPrice: body.stop_price,
    trailingDelta: body.trailing_delta,
    timeInForce: body.time_in_force,
    reduceOnly: body.reduce_only,
    postOnly: body.post_only,
    clientOrderId: body.client_order_id,
    marketType: body.market_type,
  };
}
