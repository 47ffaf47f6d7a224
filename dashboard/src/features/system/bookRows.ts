import type { DataOf } from '@windlass/client';
import type { QualityWire } from '@windlass/contract';

export type Subscription = DataOf<'listBookSubscriptions'>['subscriptions'][number];

/** A subscription with the quality of its book. */
export interface BookRow {
  readonly subscription: Subscription;
  readonly quality: QualityWire | undefined;
}

/** Errors come first, then symbol and venue decide. */
const statusOrder: readonly Subscription['status'][] = ['error', 'pending', 'active', 'warm_cache'];

export function toBookRows(
  subscriptions: readonly Subscription[],
  qualities: readonly (DataOf<'getBookQuality'> | undefined)[],
): readonly BookRow[] {
  const rows = subscriptions.map((subscription) => ({
    subscription,
    quality: qualities
      .find((quality) => quality?.symbol === subscription.symbol)
      ?.venues.find(({ venue }) => venue === subscription.venue),
  }));
  return rows.sort(
    ({ subscription: left }, { subscription: right }) =>
      statusOrder.indexOf(left.status) - statusOrder.indexOf(right.status) ||
      left.symbol.localeCompare(right.symbol) ||
      left.venue.localeCompare(right.venue),
  );
}

/** State of a venue's feed, from all of its books. */
export interface FeedRow {
  readonly venue: string;
  readonly isOpen: boolean;
  readonly isInitialised: boolean;
  readonly books: number;
  readonly failing: number;
  readonly gaps: number | undefined;
}

export function toFeedRows(
  rows: readonly BookRow[],
  stats: DataOf<'getOrderbookStats'>,
): readonly FeedRow[] {
  const { subscriptions, initialized_venues } = stats;
  const venues = new Set([...initialized_venues, ...Object.keys(subscriptions.by_venue)]);
  return [...venues].map((venue) => {
    const own = rows.filter(({ subscription }) => subscription.venue === venue);
    const gaps = own.flatMap(({ quality }) => (quality ? [quality.sequence_gaps] : []));
    return {
      venue,
      isOpen: subscriptions.collectors.includes(venue),
      isInitialised: initialized_venues.includes(venue),
      books: own.length,
      failing: own.filter(({ subscription }) => subscription.status === 'error').length,
      gaps: gaps.length === 0 ? undefined : gaps.reduce((sum, gap) => sum + gap, 0),
    };
  });
}
