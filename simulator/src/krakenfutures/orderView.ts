import type { Market } from '../exchange/market.ts';
import type { OrderRecord } from '../exchange/records.ts';

/** The exchange's words for an order's state. */
type Status =
  | 'ENTERED_BOOK'
  | 'FULLY_EXECUTED'
  | 'REJECTED'
  | 'CANCELLED'
  | 'TRIGGER_PLACED'
  | 'TRIGGER_ACTIVATION_FAILURE';

/** Terms of an order as its owner sent them, in the exchange's words. */
export interface Terms {
  readonly market: Market;
  readonly side: 'buy' | 'sell';
  /** `lmt`, `post`, `ioc`, `fok`. */
  readonly type: string;
  /** Undefined when the client gave none. */
  readonly cliOrdId: string | undefined;
  readonly limitPrice: bigint | undefined;
  readonly reduceOnly: boolean;
  readonly trigger:
    | { readonly price: bigint; readonly isAbove: boolean; readonly signal: string }
    | undefined;
}

export interface OrderViewState {
  readonly status: Status;
  readonly reason: string | null;
  readonly error: string | null;
}

/**
 * An order as the lists have it: one that waits for its price, or one that came onto the book. A
 * triggered order is both, one after the other, under one client id.
 */
export interface OrderView extends Terms, OrderViewState {
  /** Undefined when it was never placed. */
  readonly record: OrderRecord | undefined;
  /** Number of the neutral exchange, from which the order's id is made. */
  readonly number: number;
  readonly id: string;
  /** Open quantity. */
  readonly quantity: bigint;
  readonly filled: bigint;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Undefined while it is open. */
  readonly endedAt: number | undefined;
}
