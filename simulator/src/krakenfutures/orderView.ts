import type { Market } from '../exchange/market.ts';
import type { OrderRecord } from '../exchange/records.ts';

/** The exchange's word for where an order stands. */
type Status =
  | 'ENTERED_BOOK'
  | 'FULLY_EXECUTED'
  | 'REJECTED'
  | 'CANCELLED'
  | 'TRIGGER_PLACED'
  | 'TRIGGER_ACTIVATION_FAILURE';

/** What its owner asked for, in the exchange's words. */
export interface Terms {
  readonly market: Market;
  readonly side: 'buy' | 'sell';
  /** `lmt`, `post`, `ioc`, `fok`. */
  readonly type: string;
  /** Missing where the client gave none. */
  readonly cliOrdId: string | undefined;
  readonly limitPrice: bigint | undefined;
  readonly reduceOnly: boolean;
  readonly trigger:
    | { readonly price: bigint; readonly isAbove: boolean; readonly signal: string }
    | undefined;
}

export interface Standing {
  readonly status: Status;
  readonly reason: string | null;
  readonly error: string | null;
}

/**
 * An order as the lists know it: one that sleeps until its price comes, or one that came onto the
 * book. A triggered order is both, one after the other, under one client id.
 */
export interface OrderView extends Terms, Standing {
  /** Undefined of what was never placed. */
  readonly record: OrderRecord | undefined;
  /** Of the neutral exchange, from which the id of the order is made. */
  readonly number: number;
  readonly id: string;
  /** What is left of it. */
  readonly quantity: bigint;
  readonly filled: bigint;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Undefined as long as it is open. */
  readonly endedAt: number | undefined;
}
