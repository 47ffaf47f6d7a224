import type { Clock } from '../../../kit/clock.ts';
import { type InstrumentSymbol, symbolParts } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import type { PaperFundingRate } from '../paperPort.ts';
import type { SimulatedMarket } from './simulatedMarket.ts';
import type { Timeline } from './timeline.ts';

interface NowDeps {
  readonly market: Pick<SimulatedMarket, 'fundingRateAt' | 'priceAt'>;
  readonly timeline: Timeline;
  readonly clock: Clock;
}

/**
 * Creates the present funding as a venue of the simulated market reports it. Payments are due by
 * market time, which stands still while the process is down. They are dated by the wall clock, and
 * named by market time.
 */
export function createFundingNow({ market, timeline, clock }: NowDeps) {
  return (venue: VenueId, symbol: InstrumentSymbol, agoMs = 0): PaperFundingRate | undefined => {
    const marketMs = timeline.marketNow() - agoMs;
    const atMs = clock.now() - agoMs;
    const found = market.fundingRateAt(venue, symbol, marketMs);
    if (!found) return undefined;
    const { base, quote } = symbolParts(symbol);
    const [baseUsd, quoteUsd] = [base, quote].map((asset) => market.priceAt(asset, marketMs));
    const index = baseUsd !== undefined && quoteUsd ? baseUsd / quoteUsd : undefined;
    const { rate, nextRate, basis, intervalHours, nextFundingMs } = found;
    return {
      rate,
      nextRate,
      windowHours: intervalHours,
      paymentHours: intervalHours,
      nextFundingMs: atMs + Math.round(nextFundingMs - marketMs),
      window: nextFundingMs,
      markPrice: index === undefined ? undefined : index * (1 + basis),
      indexPrice: index,
      atMs,
    };
  };
}
