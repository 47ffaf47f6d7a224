import { type endpoints, type Input, type MarketTypeWord, orderBody } from '@windlass/contract';
import { UsageError } from '../failures.ts';
import type { GlobalOptions } from '../settings.ts';
import { toSymbolName } from '../symbol.ts';

export type OrderInput = Input<typeof endpoints.submitOrder>;
export type OrderType = OrderInput['order_type'];
export type TimeInForce = NonNullable<OrderInput['time_in_force']>;

/** The order as the command's arguments give it. */
export interface GivenOrder {
  readonly symbol: string;
  readonly side: OrderInput['side'];
  readonly quantity: number;
}

export interface OrderOptions extends GlobalOptions {
  readonly account: string;
  readonly type: OrderType;
  readonly price?: number;
  readonly stopPrice?: number;
  readonly trailingDelta?: number;
  readonly timeInForce?: TimeInForce;
  readonly reduceOnly?: boolean;
  readonly postOnly?: boolean;
  readonly marketType?: MarketTypeWord;
  readonly clientId?: string;
}

/** Returns the order as it is sent. Throws when no exchange could take it. */
export function toOrder(given: GivenOrder, options: OrderOptions): OrderInput {
  const order: OrderInput = {
    exchange_account_id: options.account,
    symbol: toSymbolName(given.symbol),
    side: given.side,
    order_type: options.type,
    quantity: given.quantity,
    price: options.price,
    stop_price: options.stopPrice,
    trailing_delta: options.trailingDelta,
    time_in_force: options.timeInForce,
    reduce_only: options.reduceOnly,
    post_only: options.postOnly,
    market_type: options.marketType,
    client_order_id: options.clientId,
  };
  const parsed = orderBody.safeParse(order);
  if (parsed.success) return order;
  const reasons = parsed.error.issues.map(({ message }) => message);
  throw new UsageError(`This is not an order: ${reasons.join('; ')}.`);
}
