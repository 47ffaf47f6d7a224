import { assert } from '../../kit/assert.ts';
import type { MarketType } from '../model/order.ts';
import { type VenueId, venueIds } from '../model/venue.ts';
import type { VenueTrading } from './defineVenue.ts';
import { venueOf } from './registry.ts';
import type { Dialect } from './shared/live/dialect.ts';
import type { LiveTrait } from './shared/live/dialectClients.ts';

export {
  type ComparisonBudget,
  comparedEveryMs,
  comparisonBudgets,
} from './shared/limits/comparisonBudget.ts';

export type LiveDialects = (account: LiveTrait) => readonly Dialect[];

/**
 * Loads the code with which all exchanges are traded, so that no account waits for it later, and
 * returns how the dialects of an account are found.
 */
export async function loadDialects(): Promise<LiveDialects> {
  const products: ReadonlyMap<VenueId, VenueTrading> = new Map(
    await Promise.all(venueIds.map(async (id) => [id, await venueOf(id).trading()] as const)),
  );
  return (account) => {
    const found = products.get(account.venue);
    assert(found, `${account.venue} has trading products`);
    return dialectsIn(found, account);
  };
}

/** Returns the dialects of a live account, and loads the code of its exchange if it is not yet. */
export async function dialectsOf(account: LiveTrait): Promise<readonly Dialect[]> {
  return dialectsIn(await venueOf(account.venue).trading(), account);
}

/**
 * True when fees of a live account's fills are estimates, because the exchange does not report
 * them.
 */
export function estimatesFees(dialects: readonly Dialect[], marketType: MarketType): boolean {
  return dialects.some(
    (each) => each.estimatesFees === true && each.marketTypes.includes(marketType),
  );
}

/** An account has one class of ccxt, or two with separate credentials. */
function dialectsIn(
  { dialects, portfolioDialects }: VenueTrading,
  { portfolioMargin }: LiveTrait,
): readonly Dialect[] {
  return portfolioMargin ? (portfolioDialects ?? dialects) : dialects;
}
