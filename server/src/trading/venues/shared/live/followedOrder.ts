import type { OrderRef, VenueOrderState } from '../../venuePort.ts';
import type { OrderLinks } from './dialect.ts';
import type { OrderName } from './userStreams.ts';

/** An order that a follower follows. Times are on the monotonic clock. */
export interface Followed {
  readonly ref: OrderRef;
  venueOrderId: string | undefined;
  /** The order is on its way to the venue: its acknowledgement will tell its state. */
  isSending: boolean;
  isAsking: boolean;
  /** Nobody knows whether it arrived, and other code looks it up; see `Follower.leave`. */
  isLeft: boolean;
  /** The look-up under way is to tell what a message of the stream meant, or what was missed. */
  isDoubted: boolean;
  isWoken: boolean;
  /** The state of the order is not known: it is looked up soon, with or without a stream. */
  isUnsure: boolean;
  /** Time when the last look-up began. */
  askedMs: number;
  /** The same, or the time when other code brought the venue's report. */
  toldMs: number;
  /** Numbers of look-ups in a row without an answer, and of answers that there is no such order. */
  misses: number;
  absences: number;
  /** The state that was last reported, and the time of that report. */
  state: VenueOrderState | undefined;
  stateMs: number;
}

/** Returns an order about which nothing is known yet. */
export function newFollowed(ref: OrderRef, nowMs: number, askedMs: number): Followed {
  return {
    ref,
    venueOrderId: ref.venueOrderId,
    isSending: false,
    isAsking: false,
    isLeft: false,
    isDoubted: false,
    isWoken: false,
    isUnsure: false,
    misses: 0,
    absences: 0,
    state: undefined,
    stateMs: nowMs,
    askedMs,
    toldMs: nowMs,
  };
}

/** Returns the status and the filled quantity of an order as one text, to compare two states. */
export function seenOf(state: VenueOrderState | undefined): string {
  return state ? `${state.status} ${state.filled}` : '';
}

/** Returns the order that a name leads to, as its leg or in its place. */
export function linkOf(
  links: OrderLinks,
  { venueOrderId = '', linkName = venueOrderId }: OrderName,
) {
  return links.get(linkName);
}

/** True when it is named by its own ids, or as the order that it is a leg of or replaced. */
export function isNamed(
  { ref, venueOrderId }: Followed,
  name: OrderName,
  links: OrderLinks,
): boolean {
  if (name.clientId !== undefined && name.clientId === ref.clientId) return true;
  if (name.venueOrderId === undefined) return false;
  const link = linkOf(links, name);
  return name.venueOrderId === venueOrderId || link?.clientId === ref.clientId;
}
