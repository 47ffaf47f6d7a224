import type { InstrumentSymbol } from '../../../server/src/trading/model/symbol.ts';
import type { VenueId } from '../../../server/src/trading/model/venue.ts';
import type { ListedMarket } from '../../../server/src/trading/venues/marketPort.ts';

/** A book of a simulated market. */
export interface BookName {
  readonly venue: VenueId;
  readonly symbol: InstrumentSymbol;
}

/** A market that a venue trades, with its own steps. */
export interface SimListing extends BookName, Steps {}

export interface Steps {
  readonly priceTick: number;
  readonly quantityStep: number;
  readonly quantityMin: number;
  readonly notionalMin: number;
}

/** The one market of runs with algorithms of one leg. */
export const simSymbol = 'BTC/USDT' as InstrumentSymbol;
export const simVenues: readonly VenueId[] = ['binance', 'kraken'];

const steps: Readonly<Record<string, Steps>> = {
  binance: { priceTick: 0.01, quantityStep: 0.00001, quantityMin: 0.00001, notionalMin: 5 },
  kraken: { priceTick: 0.1, quantityStep: 0.00005, quantityMin: 0.0001, notionalMin: 1 },
};

export const spotListings = listingsOf(simSymbol, steps);

/** Returns the listings of a symbol at the venues that have steps for it. */
export function listingsOf(
  symbol: InstrumentSymbol,
  stepsOf: Readonly<Record<string, Steps>>,
): readonly SimListing[] {
  return simVenues.flatMap((venue) => {
    const own = stepsOf[venue];
    return own ? [{ venue, symbol, ...own }] : [];
  });
}

/** Returns a listing as the venue's list of markets has it. */
export function listed({ venue: _, symbol, ...own }: SimListing): ListedMarket {
  const isSpot = !symbol.includes(':');
  return {
    symbol,
    venueSymbol: symbol,
    kind: isSpot ? 'spot' : 'swap',
    base: 'BTC',
    quote: 'USDT',
    settle: isSpot ? undefined : 'USDT',
    isActive: true,
    contractSize: 1,
    isInverse: false,
    ...own,
  };
}
