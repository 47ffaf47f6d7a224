import type { VenueId } from '../model/venue.ts';
import type { CandleQuery, MarkCandle, PerpMarket, VenueFundingRate } from './perpsPort.ts';

/** What exchanges publish of funding and mark prices, asked for without any account. */
export interface PublicRates {
  /** Undefined where the venue has none; rejects with `VenueUnavailableError`. */
  fundingRate(
    venue: VenueId,
    market: PerpMarket,
    signal: AbortSignal,
  ): Promise<VenueFundingRate | undefined>;
  /** Of a minute each; undefined where the venue keeps none. Rejects like the other. */
  markCandles(
    venue: VenueId,
    query: CandleQuery,
    signal: AbortSignal,
  ): Promise<readonly MarkCandle[] | undefined>;
}
