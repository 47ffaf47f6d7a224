import type { CallAim } from '../../../model/callPurpose.ts';

/** The kinds of calls. A list is a read that answers with many records. */
export const callKinds = ['cancel', 'order', 'read', 'list'] as const;
export type CallKind = (typeof callKinds)[number];

/** The exchange counts by the address that calls come from, or by the key that signs them. */
export type RateScope = 'address' | 'credential';

/** A call as the exchange counts it. */
export interface CountedCall {
  /** A name for the key that signs the call, never the key itself. A public call has none. */
  readonly credential?: string | undefined;
  readonly kind: CallKind;
  /** Weight of the call when it differs from others of its kind. */
  readonly weight?: number | undefined;
}

/** A call with its purpose, which decides how it waits and which reserves are open to it. */
export type RatedCall = CountedCall & CallAim;

/**
 * A capacity for every stretch of time of this length. What fits there also fits in a fixed window,
 * whenever that begins, and in a counter that drains by `capacity` in `lengthMs`: one model that is
 * strict enough for every exchange. Where the exchange is known to drain, `drains` is as strict and
 * lets the next call go as soon as there is room: a rolling window stays shut after a burst.
 */
export interface RateWindow {
  readonly name: string;
  readonly scope: RateScope;
  /** The amount that the exchange allows. */
  readonly capacity: number;
  readonly lengthMs: number;
  readonly drains?: true;
  /** The part of it that our own books may spend, through a separate gate. */
  readonly booksShare?: number;
  /** Zero for a call that this window does not count. */
  readonly cost: (call: CountedCall) => number;
}

/**
 * Statuses that ask for silence, if the exchange uses them so; an exchange's own codes count as
 * one.
 */
export const banStatuses = [429, 418, 403] as const;
type BanStatus = (typeof banStatuses)[number];

export interface BanRule {
  readonly scope: RateScope;
  /** Length of the first silence, if the exchange does not give one. */
  readonly firstMs: number;
}

/** The limits of one host of an exchange. */
export interface GovernorRules {
  readonly windows: readonly RateWindow[];
  /** 403 is missing where it also answers a key that lacks a permission. */
  readonly bans: Readonly<Partial<Record<BanStatus, BanRule>>>;
}
