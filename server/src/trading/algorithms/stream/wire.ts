import {
  type AlgorithmStreamEvent,
  type AlgorithmUpdateEvent,
  subscribeAlgorithmsPayload,
  unsubscribeAlgorithmsPayload,
} from '@windlass/contract';
import { Secret } from '../../../kit/secret.ts';
import { firstIssue } from '../../stream/keyed/index.ts';
import type { Claim, Name, Refused } from '../../stream/keyed/types.ts';
import type { AlgorithmSnapshot, HistoryEntry } from '../types.ts';
import { toAlgorithmWire, toEventWire } from '../wire/algorithm.ts';

/** Reads `subscribe_algorithms` from any payload. No refusal repeats any part of it. */
export function parseSubscribeAlgorithms(payload: unknown): Claim | Refused {
  const parsed = subscribeAlgorithmsPayload.safeParse(payload ?? {});
  if (!parsed.success) {
    return { refused: firstIssue(payload, parsed.error, '{"key": "ak_…", "order_id": "…"}') };
  }
  const { key, order_id: name } = parsed.data;
  return { key: new Secret(key), name };
}

export function parseUnsubscribeAlgorithms(payload: unknown): { readonly name: Name } | Refused {
  const parsed = unsubscribeAlgorithmsPayload.safeParse(payload ?? {});
  if (!parsed.success) {
    return { refused: firstIssue(payload, parsed.error, '{"order_id": "…"}') };
  }
  return { name: parsed.data.order_id };
}

/** Returns the update: Orderbook §2.5 with what a stream needs. */
export function toAlgorithmUpdate(
  snapshot: AlgorithmSnapshot,
  sequence: number,
): AlgorithmUpdateEvent {
  return { sequence, ...toAlgorithmWire(snapshot) };
}

export function toAlgorithmEvent(
  algorithmId: string,
  entry: HistoryEntry,
  sequence: number,
): AlgorithmStreamEvent {
  return { order_id: algorithmId, sequence, ...toEventWire(entry) };
}
