import type { VenueId } from '../model/venue.ts';
import type { PerpMarket, VenueFundingRate } from './perpsPort.ts';

/** What exchanges publish of funding, asked for without any account. */
export interface PublicRates {
  /** Undefined where the venue has none; rejects with `VenueUnavailableError`. */
  fundingRate(
    venue: VenueId,
    market: PerpMarket,
    signal: AbortSignal,
  ): Promise<VenueFundingRate | undefined>;
}
