import type { VenuePlace } from '../model/venuePlace.ts';
import type {
  CandleQuery,
  MarkCandle,
  PerpMarket,
  VenueFundingRate,
  VenueMark,
} from './perpsPort.ts';

/** A mark price, with the time of its arrival by our own clock. */
export interface HeardMark extends VenueMark {
  readonly heardMs: number;
}

/** Published funding and mark prices of the exchanges, read without any account. */
export interface PublicRates {
  /** Returns undefined when the venue has none; rejects with `VenueUnavailableError`. */
  fundingRate(
    place: VenuePlace,
    market: PerpMarket,
    signal: AbortSignal,
  ): Promise<VenueFundingRate | undefined>;
  /**
   * Sends one request, whose answer is shared for a moment by all who ask for something in it.
   * Returns undefined when the venue has no such price; rejects like the other.
   */
  markPrice(
    place: VenuePlace,
    market: PerpMarket,
    signal: AbortSignal,
  ): Promise<HeardMark | undefined>;
  /** Candles of one minute; undefined where the venue keeps none. Rejects like the other. */
  markCandles(
    place: VenuePlace,
    query: CandleQuery,
    signal: AbortSignal,
  ): Promise<readonly MarkCandle[] | undefined>;
}
