import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { ListedMarket } from '../venues/marketPort.ts';

/** What other modules may ask about markets. */
export interface MarketFacts {
  /** Whether the list of an exchange is known. */
  knows(exchange: VenueId): boolean;
  /** What an exchange demands of orders; undefined while its list is not known. */
  rulesOf(exchange: VenueId, symbol: InstrumentSymbol): ListedMarket | undefined;
  /** When the list of an exchange was loaded, epoch ms; undefined while it is not known. */
  listedAtMs(exchange: VenueId): number | undefined;
  /** Average daily volume: the pair's last 24 hours over all exchanges; undefined = not known. */
  advUsd(symbol: InstrumentSymbol): AdvUsd | undefined;
}

export interface AdvUsd {
  readonly usd: number;
  /** False when the volume of some exchange could not be had or converted. */
  readonly isComplete: boolean;
  /** When the oldest part of it was captured, epoch ms. */
  readonly atMs: number;
}
