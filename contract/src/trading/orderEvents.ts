import { z } from 'zod';
import type { OrderStatusWire } from './orders.ts';
import { keyText, requestText } from './streamFields.ts';

/** `subscribe_orders`: the key reaches the account, as for its open orders by REST. */
export const subscribeOrdersPayload = z.object({
  key: keyText,
  exchange_account_id: requestText('exchange_account_id')
    .min(1, 'exchange_account_id is required')
    .max(64, 'exchange_account_id must be at most 64 characters'),
});

export const unsubscribeOrdersPayload = subscribeOrdersPayload.pick({ exchange_account_id: true });

/**
 * The answer to `subscribe_orders`: what comes after it continues from `sequence`.
 *
 * Events of an account are numbered from the start of the process; `stream_id` names that start.
 * Numbers grow; some are left out when an order changed again before its client took the last
 * change. A client that reads another `stream_id`, or a `sequence` other than the last it saw, has
 * missed something and reads the orders by REST.
 */
export interface OrdersSubscribedEvent {
  readonly exchange_account_id: string;
  readonly stream_id: string;
  readonly sequence: number;
}

/** An order as it stands now (Trading §2.3). The newest of an order replaces all before it. */
export interface OrderUpdateEvent extends OrderStatusWire {
  readonly exchange_account_id: string;
  readonly sequence: number;
}

/** One execution. Each comes once; none is left out. */
export interface OrderFillEvent {
  readonly exchange_account_id: string;
  readonly sequence: number;
  /** The exchange's id of the order. */
  readonly order_id: string;
  /** Null for an order that was not made here, or that did not change lately. */
  readonly client_order_id: string | null;
  /** The exchange's id of the execution. */
  readonly trade_id: string;
  readonly symbol: string;
  readonly market_type: 'spot' | 'swap' | 'future';
  readonly side: 'buy' | 'sell';
  readonly price: number;
  /** Base units. */
  readonly amount: number;
  /** Quote units. */
  readonly cost: number;
  /** Negative is a rebate. */
  readonly fee: number;
  readonly fee_currency: string;
  readonly liquidity: 'maker' | 'taker';
  /** Epoch ms. */
  readonly timestamp: number;
  readonly datetime: string;
}
