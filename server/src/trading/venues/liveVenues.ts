import type { VenueId } from '../model/venue.ts';
import { binanceDialect } from './binance/live/dialect.ts';
import { hyperliquidDialect } from './hyperliquid/live/dialect.ts';
import type { Dialect } from './shared/live/dialect.ts';

const dialects: ReadonlyMap<string, readonly Dialect[]> = new Map([
  ['binance', [binanceDialect]],
  ['hyperliquid', [hyperliquidDialect]],
]);

export type LiveDialects = (venue: VenueId) => readonly Dialect[];

/** How live accounts of a venue trade; empty where that is not supported yet. */
export function dialectsOf(venue: VenueId): readonly Dialect[] {
  return dialects.get(venue) ?? [];
}
