import type { VenuePlace } from '../model/venuePlace.ts';
import type {
  CandleQuery,
  MarkCandle,
  PerpMarket,
  VenueFundingRate,
  VenueMark,
} from './perpsPort.ts';

/** A mark price, and when it came by our own clock. */
export interface HeardMark extends VenueMark {
  readonly heardMs: number;
}

/** What exchanges publish of funding and mark prices, asked for without any account. */
export interface PublicRates {
  /** Undefined where the venue has none; rejects with `VenueUnavailableError`. */
  fundingRate(
    place: VenuePlace,
    market: PerpMarket,
    signal: AbortSignal,
  ): Promise<VenueFundingRate | undefined>;
  /**
   * One request, which all who ask for what it tells share for a moment. Undefined where the venue
   * has no such price; rejects like the other.
   */
  markPrice(
    place: VenuePlace,
    market: PerpMarket,
    signal: AbortSignal,
  ): Promise<HeardMark | undefined>;
  /** Of a minute each; undefined where the venue keeps none. Rejects like the other. */
  markCandles(
    place: VenuePlace,
    query: CandleQuery,
    signal: AbortSignal,
  ): Promise<readonly MarkCandle[] | undefined>;
}
