import type { StreamState } from './bookEvent.ts';
import { deliver } from './deliver.ts';
import type { ApiError } from './errors.ts';

type OnError = (error: ApiError) => void;

/** What is heard of anything that is followed with a key, beside its own events. */
export type FollowedEvent =
  | { readonly type: 'state'; readonly state: StreamState }
  /** From here on it is told. Unless `isContinued`, what was before has to be read by REST. */
  | { readonly type: 'subscribed'; readonly isContinued: boolean };

/** How far a stream has come: the start of the service, and the last number of its events. */
export interface Place {
  readonly stream_id: string;
  readonly sequence: number;
}

interface Hearer<Event> {
  hear(event: FollowedEvent | Event): void;
  /** Whether it was told that events come: only then can it have missed none. */
  hasBegun: boolean;
}

/** One subscription, however many listeners. */
export interface Followed<Event> {
  readonly hearers: Set<Hearer<Event>>;
  /** Whether the service sends it, as far as it has said. */
  isHeld: boolean;
  /** Not asked for again until somebody new wants it. */
  isRefused: boolean;
  /** Where it was left. */
  place: Place | undefined;
}

type Typed = { readonly type: string };

export function createFollowed<Event>(): Followed<Event> {
  return { hearers: new Set(), isHeld: false, isRefused: false, place: undefined };
}

/** Brings a new listener to where the others are; returns what takes it out again, once. */
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
  // A copy: one that joins meanwhile is brought up to date when it joins.
  for (const hearer of [...hearers]) {
    if (hearers.has(hearer)) deliver(hearer.hear, event, onError);
  }
}

/** Takes the service's confirmation: events come, from `place` on. */
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

/** Tells one of its own events, unless it comes of a subscription that is over. */
export function pass<Event extends Typed>(
  followed: Followed<Event>,
  sequence: number,
  { event, onError }: { readonly event: Event; readonly onError: OnError },
): void {
  if (!followed.isHeld || !followed.place) return;
  followed.place = { ...followed.place, sequence };
  tellHearers(followed.hearers, event, onError);
}
