import { AppError } from '../../kit/errors.ts';
import type { MarketFacts } from '../markets/types.ts';
import type { Account } from '../model/account.ts';
import type { VenuePlace } from '../model/venuePlace.ts';
import type { ReadyBooks } from '../orderbook/index.ts';
import type { Orderbook } from '../orderbook/types.ts';
import type { OrderMarkets } from './listed.ts';
import type { Quotes } from './quotes.ts';

/**
 * The market that the orders of some accounts meet: the books of their environment and the lists of
 * their venues.
 */
export interface World {
  readonly orderbook: Pick<Orderbook, 'book' | 'keep' | 'onChange'>;
  readonly books: ReadyBooks;
  readonly markets: OrderMarkets &
    MarketFacts & {
      /** Called when a venue refused what its list allows: the list is loaded again. */
      doubt(venue: Account['venue']): void;
    };
  readonly quotes: Quotes;
}

/**
 * Returns the world of accounts that trade together; that of production when none is named. Throws
 * VALIDATION_FAILED unless all are in one environment, and those at one venue in one region.
 */
export type WorldOf<Part extends keyof World = keyof World> = (
  accounts: readonly VenuePlace[],
) => Pick<World, Part>;

type Placed = VenuePlace & { readonly id?: string };

/** Refuses accounts that cannot trade together because their orders meet different markets. */
export function requireOneWorld(accounts: readonly Placed[]): void {
  const [first] = accounts;
  if (!first) return;
  const other = accounts.find(({ environment }) => environment !== first.environment);
  if (other) {
    throw mixed(
      `${nameOf(first)} is in ${first.environment} and ${nameOf(other)} in ` +
        `${other.environment}: accounts that trade together are in one environment`,
    );
  }
  for (const one of accounts) {
    const apart = accounts.find(
      ({ venue, region }) => venue === one.venue && region !== one.region,
    );
    if (!apart) continue;
    throw mixed(
      `${nameOf(one)} is in the region ${one.region} of ${one.venue} and ${nameOf(apart)} in ` +
        `${apart.region}: accounts of a venue that trade together are in one region`,
    );
  }
}

function nameOf({ id, venue }: Placed): string {
  return id === undefined ? venue : `the account ${id}`;
}

function mixed(message: string): AppError {
  return new AppError('VALIDATION_FAILED', {
    issues: [{ field: 'exchange_account_ids', message, value: undefined }],
  });
}
