import type { StreamState } from './bookEvent.ts';
import { deliver } from './deliver.ts';
import type { ApiError } from './errors.ts';

type OnError = (error: ApiError) => void;

/** Events of everything that is followed with a key, in addition to its own events. */
export type SubscriptionEvent =
  | { readonly type: 'state'; readonly state: StreamState }
  /** Events come from here on. Unless `isContinued`, earlier changes must be read by REST. */
  | { readonly type: 'subscribed'; readonly isContinued: boolean };

/** Position in a stream: the start of the service, and the number of its last event. */
export interface Place {
  readonly stream_id: string;
  readonly sequence: number;
}

interface ListenerEntry<Event> {
  listener(event: SubscriptionEvent | Event): void;
  /** True once the listener got `subscribed`: only then can it have missed no event. */
  hasBegun: boolean;
}

/** One subscription, shared by any number of listeners. */
export interface Subscription<Event> {
  readonly listeners: Set<ListenerEntry<Event>>;
  /** True while the service sends its events, as far as it has said. */
  isHeld: boolean;
  /** True after a refusal. It is not requested again until a new listener wants it. */
  isRefused: boolean;
  /** Position after the last event that came. */
  place: Place | undefined;
}

type Typed = { readonly type: string };

export function createSubscription<Event>(): Subscription<Event> {
  return { listeners: new Set(), isHeld: false, isRefused: false, place: undefined };
}

/** Adds a listener and reports the current state to it. Returns a function that removes it once. */
export function join<Event extends Typed>(
  subscription: Subscription<Event>,
  listener: (event: SubscriptionEvent | Event) => void,
  { isConnected, onError }: { readonly isConnected: boolean; readonly onError: OnError },
): () => boolean {
  const { listeners } = subscription;
  const entry = { listener, hasBegun: false };
  listeners.add(entry);
  subscription.isRefused = false;
  if (isConnected) deliver(listener, { type: 'state', state: 'connected' }, onError);
  if (subscription.isHeld) {
    entry.hasBegun = true;
    deliver(listener, { type: 'subscribed', isContinued: false }, onError);
  }
  return () => listeners.delete(entry);
}

export function notifyListeners<Event extends Typed>(
  listeners: ReadonlySet<ListenerEntry<Event>>,
  event: SubscriptionEvent | Event,
  onError: OnError,
): void {
  // A copy, because a listener that joins meanwhile gets the state when it joins.
  for (const entry of [...listeners]) {
    if (listeners.has(entry)) deliver(entry.listener, event, onError);
  }
}

/** Handles the service's confirmation that events come from `place` on. */
export function begin<Event extends Typed>(
  subscription: Subscription<Event>,
  place: Place,
  onError: OnError,
): void {
  const { place: left, listeners } = subscription;
  const isContinued = left?.stream_id === place.stream_id && left.sequence === place.sequence;
  subscription.isHeld = true;
  subscription.place = place;
  for (const entry of [...listeners]) {
    if (!listeners.has(entry)) continue;
    const event = { type: 'subscribed', isContinued: isContinued && entry.hasBegun } as const;
    entry.hasBegun = true;
    deliver(entry.listener, event, onError);
  }
}

/** Passes on one of its own events, unless the subscription is over. */
export function pass<Event extends Typed>(
  subscription: Subscription<Event>,
  sequence: number,
  { event, onError }: { readonly event: Event; readonly onError: OnError },
): void {
  if (!subscription.isHeld || !subscription.place) return;
  subscription.place = { ...subscription.place, sequence };
  notifyListeners(subscription.listeners, event, onError);
}
