import type { MarketType } from '../model/order.ts';
import type { VenueId } from '../model/venue.ts';
import { trading as binance } from './binance/trading/index.ts';
import { trading as bybit } from './bybit/trading/index.ts';
import type { VenueTrading } from './defineVenue.ts';
import { trading as gateio } from './gateio/trading/index.ts';
import { trading as hyperliquid } from './hyperliquid/trading/index.ts';
import { trading as kraken } from './kraken/trading/index.ts';
import { trading as okx } from './okx/trading/index.ts';
import type { Dialect } from './shared/live/dialect.ts';
import type { LiveTrait } from './shared/live/speakers.ts';

export {
  type ComparisonRoom,
  comparedEveryMs,
  comparisonRooms,
} from './shared/limits/comparisonRoom.ts';

const products = {
  binance,
  bybit,
  gateio,
  kraken,
  okx,
  hyperliquid,
} satisfies { readonly [Id in VenueId]: VenueTrading };

function productsOf(venue: VenueId): VenueTrading {
  return products[venue];
}

export type LiveDialects = (account: LiveTrait) => readonly Dialect[];

/**
 * Returns the dialects of a venue's live accounts: one class of ccxt, or two with separate
 * credentials.
 */
export function dialectsOf({ venue, portfolioMargin }: LiveTrait): readonly Dialect[] {
  const { dialects, portfolioDialects } = productsOf(venue);
  return portfolioMargin ? (portfolioDialects ?? dialects) : dialects;
}

/**
 * True when fees of a live account's fills are estimates, because the exchange does not report
 * them.
 */
export function estimatesFees(venue: VenueId, marketType: MarketType): boolean {
  const { dialects } = productsOf(venue);
  return dialects.some(
    (each) => each.estimatesFees === true && each.marketTypes.includes(marketType),
  );
}
