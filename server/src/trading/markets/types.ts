import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { ListedMarket } from '../venues/marketPort.ts';

/** The questions about markets that other modules may ask. */
export interface MarketFacts {
  /** Returns true when the list of an exchange is known. */
  knows(exchange: VenueId): boolean;
  /** Returns the exchange's rules for orders; undefined while its list is not known. */
  rulesOf(exchange: VenueId, symbol: InstrumentSymbol): ListedMarket | undefined;
  /** When the list of an exchange was loaded, epoch ms; undefined while it is not known. */
  listedAtMs(exchange: VenueId): number | undefined;
  /**
   * Returns the average daily volume: the pair's last 24 hours over all exchanges; undefined when
   * it is not known.
   */
  advUsd(symbol: InstrumentSymbol): AdvUsd | undefined;
}

export interface AdvUsd {
  readonly usd: number;
  /** False when the volume of some exchange could not be read or converted. */
  readonly isComplete: boolean;
  /** When the oldest part of it was captured, epoch ms. */
  readonly atMs: number;
}
