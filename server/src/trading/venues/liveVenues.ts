import { assert } from '../../kit/assert.ts';
import type { MarketType } from '../model/order.ts';
import { type VenueId, venueIds } from '../model/venue.ts';
import type { VenueTrading } from './defineVenue.ts';
import { venueOf } from './registry.ts';
import type { Dialect } from './shared/live/dialect.ts';
import type { LiveTrait } from './shared/live/speakers.ts';

export {
  type ComparisonRoom,
  comparedEveryMs,
  comparisonRooms,
} from './shared/limits/comparisonRoom.ts';

const products: ReadonlyMap<VenueId, VenueTrading> = new Map(
  await Promise.all(venueIds.map(async (id) => [id, await venueOf(id).trading()] as const)),
);

function productsOf(venue: VenueId): VenueTrading {
  const found = products.get(venue);
  assert(found, `${venue} has trading products`);
  return found;
}

export type LiveDialects = (account: LiveTrait) => readonly Dialect[];

/**
 * Returns the dialects of a venue's live accounts: one class of ccxt, or two with separate
 * credentials.
 */
export function dialectsOf({ venue, portfolioMargin }: LiveTrait): readonly Dialect[] {
  const { dialects, portfolioDialects } = productsOf(venue);
  return portfolioMargin ? (portfolioDialects ?? dialects) : dialects;
}

/**
 * True when fees of a live account's fills are estimates, because the exchange does not report
 * them.
 */
export function estimatesFees(venue: VenueId, marketType: MarketType): boolean {
  const { dialects } = productsOf(venue);
  return dialects.some(
    (each) => each.estimatesFees === true && each.marketTypes.includes(marketType),
  );
}
