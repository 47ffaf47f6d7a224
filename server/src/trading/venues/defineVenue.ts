import type { MakerTakerFees } from '../model/account.ts';
import type { VenueId } from '../model/venue.ts';
import type { VenueWallets } from './accountPort.ts';
import type { VenueCapabilities } from './capabilities.ts';
import type { PaperRules } from './paperPort.ts';
import type { FeedCollector } from './shared/collector.ts';
import type { Dialect } from './shared/live/dialect.ts';
import type { SimulatedProfile } from './shared/simulatedProfile.ts';
import type { VenueListing } from './shared/venueListing.ts';
import type { FeedTransport } from './transportPort.ts';

/** The code that reads the public data of an exchange. */
export interface VenueMarketData {
  /** Its books, live and from recordings. */
  readonly collector: FeedCollector;
  /** Its lists of markets; together they name each market once. */
  readonly listings: readonly VenueListing[];
  /** Reads the USD prices of all its assets at once; one exchange that can is enough. */
  readonly readPrices?: (
    transport: Pick<FeedTransport, 'get'>,
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, number>>;
}

/** The code through which accounts trade at an exchange. */
export interface VenueTrading {
  /** One for each trading product: spot and contracts may need a credential each. */
  readonly dialects: readonly Dialect[];
  /** Used instead of them for an account that margins all markets together. */
  readonly portfolioDialects?: readonly Dialect[];
}

/**
 * An exchange: plain data, and two parts that are loaded when something needs them. An exchange is
 * complete when this compiles.
 */
export interface Venue<Id extends VenueId = VenueId> {
  readonly id: Id;
  /** Names that are accepted on input besides the id. */
  readonly aliases: readonly string[];
  /** The orders that it accepts, its name and its hosts. */
  readonly capabilities: VenueCapabilities & { readonly venue: Id };
  readonly wallets: VenueWallets;
  /** Its fees, as they are known without asking it. */
  readonly fees: MakerTakerFees;
  /** The rules that make a paper account behave like one of its own. */
  readonly paperRules: PaperRules;
  /** Profile with which the simulated market imitates it. */
  readonly simulated: SimulatedProfile;
  readonly marketData: () => Promise<VenueMarketData>;
  readonly trading: () => Promise<VenueTrading>;
}

/** Declares an exchange in its folder, where a missing part does not compile. */
export function defineVenue<Id extends VenueId>(venue: Venue<Id>): Venue<Id> {
  return venue;
}
