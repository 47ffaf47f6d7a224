import type { MarketType } from '../model/order.ts';
import type { VenueId } from '../model/venue.ts';
import { binanceLimits } from './binance/limits.ts';
import { binanceDialect } from './binance/live/dialect.ts';
import { binancePortfolioDialect } from './binance/live/portfolio/dialect.ts';
import { bybitLimits } from './bybit/limits.ts';
import { bybitDialect } from './bybit/live/dialect.ts';
import { gateioLimits } from './gateio/limits.ts';
import { gateioDialect } from './gateio/live/dialect.ts';
import { hyperliquidLimits } from './hyperliquid/limits.ts';
import { hyperliquidDialect } from './hyperliquid/live/dialect.ts';
import { krakenFuturesLimits, krakenLimits } from './kraken/limits.ts';
import { krakenFuturesDialect } from './kraken/live/futuresDialect.ts';
import { krakenSpotDialect } from './kraken/live/spotDialect.ts';
import { okxLimits } from './okx/limits.ts';
import { okxDialect } from './okx/live/dialect.ts';
import { loadCcxtClass } from './shared/ccxtClass.ts';
import type { VenueLimits } from './shared/limits/venueLimits.ts';
import type { LiveTrait } from './shared/live/connector.ts';
import type { Dialect } from './shared/live/dialect.ts';

export {
  type ComparisonRoom,
  comparedEveryMs,
  comparisonRooms,
} from './shared/limits/comparisonRoom.ts';

const dialects: ReadonlyMap<string, readonly Dialect[]> = new Map([
  ['binance', [binanceDialect]],
  ['bybit', [bybitDialect]],
  ['gateio', [gateioDialect]],
  ['kraken', [krakenSpotDialect, krakenFuturesDialect]],
  ['okx', [okxDialect]],
  ['hyperliquid', [hyperliquidDialect]],
]);

/** Of accounts that margin all markets together, where the venue speaks otherwise to those. */
const portfolioDialects: ReadonlyMap<string, readonly Dialect[]> = new Map([
  ['binance', [binancePortfolioDialect]],
]);

export type LiveDialects = (account: LiveTrait) => readonly Dialect[];

/** How live accounts of a venue trade: in one class of ccxt, or in two with a credential each. */
export function dialectsOf({ venue, portfolioMargin }: LiveTrait): readonly Dialect[] {
  const own = portfolioMargin ? portfolioDialects.get(venue) : undefined;
  return own ?? dialects.get(venue) ?? [];
}

/** Loads what accounts of these exchanges trade with, before the first of them does. */
export async function loadLiveVenues(venues: readonly string[]): Promise<void> {
  const spoken = venues.flatMap((venue) => [
    ...(dialects.get(venue) ?? []),
    ...(portfolioDialects.get(venue) ?? []),
  ]);
  // One after the other: each takes the event loop for a moment.
  for (const name of new Set(spoken.map(({ ccxtClass }) => ccxtClass))) await loadCcxtClass(name);
}

/** Whether fees of fills of a live account are estimates: the exchange does not tell them. */
export function estimatesFees(venue: VenueId, marketType: MarketType): boolean {
  const own = dialects.get(venue) ?? [];
  return own.some((each) => each.estimatesFees === true && each.marketTypes.includes(marketType));
}

/** What exchanges allow those who trade there, by the class of ccxt: each dialect names its own. */
export const limitsOf = {
  binance: binanceLimits,
  bybit: bybitLimits,
  gate: gateioLimits,
  kraken: krakenLimits,
  krakenfutures: krakenFuturesLimits,
  okx: okxLimits,
  hyperliquid: hyperliquidLimits,
} as const satisfies Readonly<Record<string, VenueLimits>>;
