import type { StreamState } from './bookEvent.ts';
import { deliver } from './deliver.ts';
import type { ApiError } from './errors.ts';

type OnError = (error: ApiError) => void;

/** Events of everything that is followed with a key, in addition to its own events. */
export type FollowedEvent =
  | { readonly type: 'state'; readonly state: StreamState }
  /** Events come from here on. Unless `isContinued`, earlier changes must be read by REST. */
  | { readonly type: 'subscribed'; readonly isContinued: boolean };

/** Position in a stream: the start of the service, and the number of its last event. */
export interface Place {
  readonly stream_id: string;
  readonly sequence: number;
}

interface Hearer<Event> {
  hear(event: FollowedEvent | Event): void;
  /** True once the listener got `subscribed`: only then can it have missed no event. */
  hasBegun: boolean;
}

/** One subscription, shared by any number of listeners. */
export interface Followed<Event> {
  readonly hearers: Set<Hearer<Event>>;
  /** True while the service sends its events, as far as it has said. */
  isHeld: boolean;
  /** True after a refusal. It is not requested again until a new listener wants it. */
  isRefused: boolean;
  /** Position after the last event that came. */
  place: Place | undefined;
}

type Typed = { readonly type: string };

export function createFollowed<Event>(): Followed<Event> {
  return { hearers: new Set(), isHeld: false, isRefused: false, place: undefined };
}

/** Adds a listener and reports the current state to it. Returns a function that removes it once. */
export function join<Event extends Typed>(
  followed: Followed<Event>,
  listener: (event: FollowedEvent | Event) => void,
  { isConnected, onError }: { readonly isConnected: boolean; readonly onError: OnError },
): () => boolean {
  const { hearers } = followed;
  const hearer = { hear: listener, hasBegun: false };
  hearers.add(hearer);
  followed.isRefused = false;
  if (isConnected) deliver(listener, { type: 'state', state: 'connected' }, onError);
  if (followed.isHeld) {
    hearer.hasBegun = true;
    deliver(listener, { type: 'subscribed', isContinued: false }, onError);
  }
  return () => hearers.delete(hearer);
}

export function tellHearers<Event extends Typed>(
  hearers: ReadonlySet<Hearer<Event>>,
  event: FollowedEvent | Event,
  onError: OnError,
): void {
  // A copy, because a listener that joins meanwhile gets the state when it joins.
  for (const hearer of [...hearers]) {
    if (hearers.has(hearer)) deliver(hearer.hear, event, onError);
  }
}

/** Handles the service's confirmation that events come from `place` on. */
export function begin<Event extends Typed>(
  followed: Followed<Event>,
  place: Place,
  onError: OnError,
): void {
  const { place: left, hearers } = followed;
  const isContinued = left?.stream_id === place.stream_id && left.sequence === place.sequence;
  followed.isHeld = true;
  followed.place = place;
  for (const hearer of [...hearers]) {
    if (!hearers.has(hearer)) continue;
    const event = { type: 'subscribed', isContinued: isContinued && hearer.hasBegun } as const;
    hearer.hasBegun = true;
    deliver(hearer.hear, event, onError);
  }
}

/** Passes on one of its own events, unless the subscription is over. */
export function pass<Event extends Typed>(
  followed: Followed<Event>,
  sequence: number,
  { event, onError }: { readonly event: Event; readonly onError: OnError },
): void {
  if (!followed.isHeld || !followed.place) return;
  followed.place = { ...followed.place, sequence };
  tellHearers(followed.hearers, event, onError);
}
