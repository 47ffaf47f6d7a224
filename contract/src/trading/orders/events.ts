import { z } from 'zod';
import { defineClientEvent, defineServerEvent } from '../../streamEvent.ts';
import { readers } from '../accounts/fields.ts';
import { eventSequence, keyText, requestText, streamId, subscriptionEnd } from '../streamFields.ts';
import { orderStatusSchema } from './endpoints.ts';
import { marketTypeWords, sides } from './words.ts';

/** `subscribe_orders`: the key must reach the account, as for its open orders by REST. */
export const subscribeOrdersPayload = z.object({
  key: keyText,
  exchange_account_id: requestText('exchange_account_id')
    .min(1, 'exchange_account_id is required')
    .max(64, 'exchange_account_id must be at most 64 characters'),
});

export const unsubscribeOrdersPayload = subscribeOrdersPayload.pick({ exchange_account_id: true });

const ordersSubscribed = z.object({
  exchange_account_id: z.string(),
  stream_id: streamId,
  sequence: eventSequence,
});
/**
 * The answer to `subscribe_orders`. The events after it continue from `sequence`.
 *
 * Events of an account are numbered from the start of the process, which `stream_id` names. Numbers
 * grow. Some are left out when an order changed again before its client took the last change. A
 * client that reads another `stream_id`, or a `sequence` other than the last it saw, has missed
 * something and reads the orders by REST.
 */
export type OrdersSubscribedEvent = z.output<typeof ordersSubscribed>;

const orderUpdate = orderStatusSchema.extend({
  exchange_account_id: z.string(),
  sequence: eventSequence,
});
/**
 * An order as it is now (Trading §2.3). The newest update of an order replaces all before it.
 */
export type OrderUpdateEvent = z.output<typeof orderUpdate>;

const orderFill = z.object({
  exchange_account_id: z.string(),
  sequence: eventSequence,
  order_id: z.string().describe("the exchange's id of the order"),
  client_order_id: z
    .string()
    .nullable()
    .describe('null for an order that was not made here, or that did not change lately'),
  trade_id: z.string().describe("the exchange's id of the execution"),
  symbol: z.string(),
  market_type: z.enum(marketTypeWords),
  side: z.enum(sides),
  price: z.number(),
  amount: z.number().describe('base units'),
  cost: z.number().describe('quote units'),
  fee: z.number().describe('negative is a rebate'),
  fee_currency: z.string(),
  liquidity: z.enum(['maker', 'taker']),
  timestamp: z.int().describe('epoch ms'),
  datetime: z.string(),
});
/** One execution. Each comes once; none is left out. */
export type OrderFillEvent = z.output<typeof orderFill>;

/** Events that a client sends about orders. */
export const orderClientEvents = {
  /**
   * Answered by `orders_subscribed` or `error`. Of several pending requests for one account, the
   * last counts.
   */
  subscribe_orders: defineClientEvent({
    summary: 'Follow the orders of an exchange account',
    description: 'For keys that may list the open orders of the account by REST.',
    access: readers,
    payload: subscribeOrdersPayload,
    answers: ['orders_subscribed', 'order_update', 'order_fill', 'error'],
    example: { key: 'ak_your_key', exchange_account_id: 'paper-binance' },
  }),
  unsubscribe_orders: defineClientEvent({
    summary: 'Stop following the orders of an exchange account',
    access: 'public',
    payload: unsubscribeOrdersPayload,
    answers: ['orders_unsubscribed', 'error'],
    example: { exchange_account_id: 'paper-binance' },
  }),
} as const;

/** Events that the service sends about orders. */
export const orderServerEvents = {
  orders_subscribed: defineServerEvent({
    summary: 'The orders of an account are followed from here on',
    description:
      'Events of an account are numbered from the start of the process, which `stream_id` names. ' +
      'Numbers grow; some are left out when an order changed again before its client took the ' +
      'last change. After a reconnection another `stream_id`, or a `sequence` other than the ' +
      'last one seen, means that something was missed: read the orders by REST.',
    payload: ordersSubscribed,
  }),
  orders_unsubscribed: defineServerEvent({
    summary: 'The orders of an account are no longer followed',
    payload: z.object({ exchange_account_id: z.string(), reason: subscriptionEnd }),
  }),
  order_update: defineServerEvent({
    summary: 'An order as it is now',
    description: 'The newest of an order replaces all before it.',
    payload: orderUpdate,
  }),
  order_fill: defineServerEvent({
    summary: 'One execution of an order',
    description: 'Each comes once; none is left out.',
    payload: orderFill,
  }),
} as const;
