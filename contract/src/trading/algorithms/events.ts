import { z } from 'zod';
import { defineClientEvent, defineServerEvent } from '../../streamEvent.ts';
import { readers } from '../accounts/fields.ts';
import { eventSequence, keyText, requestText, streamId, subscriptionEnd } from '../streamFields.ts';
import { algorithmEventShape, algorithmShape } from './shapes.ts';

const nameLengthMax = 128;

/**
 * `subscribe_algorithms`: without an `order_id` it means all that the key reaches, now and later.
 */
export const subscribeAlgorithmsPayload = z.object({
  key: keyText,
  order_id: requestText('order_id')
    .min(1, 'order_id must not be empty')
    .max(nameLengthMax, `order_id must be at most ${nameLengthMax} characters`)
    .nullish()
    .transform((name) => name ?? undefined)
    .describe('ours, or the client_algorithm_id; omitted: all that the key reaches'),
});

export const unsubscribeAlgorithmsPayload = subscribeAlgorithmsPayload.pick({ order_id: true });

const followed = z.string().nullable().describe('null is the subscription to all');

const algorithmsSubscribed = z.object({
  order_id: followed,
  stream_id: streamId,
  sequence: eventSequence,
});
/**
 * The answer to `subscribe_algorithms`. The events after it continue from `sequence`, the number of
 * the last event of the algorithms that are followed. Null means all of them.
 *
 * Events of all algorithms are numbered together from the start of the process, which `stream_id`
 * names. Numbers grow. A subscription skips the numbers of other algorithms, and of states that
 * were replaced before the client took them. A client that reads another `stream_id`, or a
 * `sequence` other than the last it saw, has missed something and reads the algorithms by REST.
 */
export type AlgorithmsSubscribedEvent = z.output<typeof algorithmsSubscribed>;

const algorithmUpdate = algorithmShape.extend({ sequence: eventSequence });
/**
 * An algorithm as it is now (Orderbook §2.5). The newest update of one replaces all before it.
 */
export type AlgorithmUpdateEvent = z.output<typeof algorithmUpdate>;

const algorithmEvent = algorithmEventShape.extend({
  order_id: z.string(),
  sequence: eventSequence,
});
/** A line of an algorithm's history. Each comes once; none is left out. */
export type AlgorithmStreamEvent = z.output<typeof algorithmEvent>;

/** Events that a client sends about algorithms. */
export const algorithmClientEvents = {
  /**
   * Answered by `algorithms_subscribed` or `error`. Of several pending requests for one algorithm,
   * the last counts.
   */
  subscribe_algorithms: defineClientEvent({
    summary: 'Follow an algorithm, or all that the key reaches',
    description:
      'For keys that may list algorithms by REST and reach every account of theirs. Without ' +
      '`order_id` those that start later are included.',
    access: readers,
    payload: subscribeAlgorithmsPayload,
    answers: ['algorithms_subscribed', 'algorithm_event', 'algorithm_update', 'error'],
    example: { key: 'ak_your_key', order_id: 'rebalance-7' },
  }),
  unsubscribe_algorithms: defineClientEvent({
    summary: 'Stop following an algorithm, or all',
    access: 'public',
    payload: unsubscribeAlgorithmsPayload,
    answers: ['algorithms_unsubscribed', 'error'],
    example: { order_id: 'rebalance-7' },
  }),
} as const;

/** Events that the service sends about algorithms. */
export const algorithmServerEvents = {
  algorithms_subscribed: defineServerEvent({
    summary: 'Algorithms are followed from here on',
    description:
      'Events of all algorithms are numbered together from the start of the process, which ' +
      '`stream_id` names. Numbers grow; those of other algorithms are left out, and those of ' +
      'states that were replaced before their client took them. After a reconnection another ' +
      '`stream_id`, or a `sequence` other than the last one seen, means that something was ' +
      'missed: read the algorithms by REST.',
    payload: algorithmsSubscribed,
  }),
  algorithms_unsubscribed: defineServerEvent({
    summary: 'Algorithms are no longer followed',
    payload: z.object({ order_id: followed, reason: subscriptionEnd }),
  }),
  algorithm_update: defineServerEvent({
    summary: 'An algorithm as it is now',
    description: 'The newest of an algorithm replaces all before it.',
    payload: algorithmUpdate,
  }),
  algorithm_event: defineServerEvent({
    summary: "A line of an algorithm's history",
    description: 'Each comes once; none is left out.',
    payload: algorithmEvent,
  }),
} as const;
