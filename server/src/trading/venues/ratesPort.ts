import type { VenuePlace } from '../model/venuePlace.ts';
import type { CandleQuery, MarkCandle, PerpMarket, VenueFundingRate } from './perpsPort.ts';

/** What exchanges publish of funding and mark prices, asked for without any account. */
export interface PublicRates {
  /** Undefined where the venue has none; rejects with `VenueUnavailableError`. */
  fundingRate(
    place: VenuePlace,
    market: PerpMarket,
    signal: AbortSignal,
  ): Promise<VenueFundingRate | undefined>;
  /** Of a minute each; undefined where the venue keeps none. Rejects like the other. */
  markCandles(
    place: VenuePlace,
    query: CandleQuery,
    signal: AbortSignal,
  ): Promise<readonly MarkCandle[] | undefined>;
}
