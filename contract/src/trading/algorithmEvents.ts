import { z } from 'zod';
import type { AlgorithmEventWire, AlgorithmWire } from './algorithmShapes.ts';
import { keyText, requestText } from './streamFields.ts';

const nameLengthMax = 128;

/** `subscribe_algorithms`: without an `order_id` all that the key reaches, now and later. */
export const subscribeAlgorithmsPayload = z.object({
  key: keyText,
  order_id: requestText('order_id')
    .min(1, 'order_id must not be empty')
    .max(nameLengthMax, `order_id must be at most ${nameLengthMax} characters`)
    .nullish()
    .transform((name) => name ?? undefined),
});

export const unsubscribeAlgorithmsPayload = subscribeAlgorithmsPayload.pick({ order_id: true });

/**
 * The answer to `subscribe_algorithms`: what comes after it continues from `sequence`, the number
 * of the last event of what is followed. Null means all.
 *
 * Events of all algorithms are numbered together from the start of the process; `stream_id` names
 * that start. Numbers grow; those of other algorithms are left out, and those of states that were
 * replaced before their client took them. A client that reads another `stream_id`, or a `sequence`
 * other than the last it saw, has missed something and reads the algorithms by REST.
 */
export interface AlgorithmsSubscribedEvent {
  readonly order_id: string | null;
  readonly stream_id: string;
  readonly sequence: number;
}

/** An algorithm as it stands now (Orderbook §2.5). The newest of one replaces all before it. */
export interface AlgorithmUpdateEvent extends AlgorithmWire {
  readonly sequence: number;
}

/** A line of an algorithm's history. Each comes once; none is left out. */
export interface AlgorithmStreamEvent extends AlgorithmEventWire {
  readonly order_id: string;
  readonly sequence: number;
}
