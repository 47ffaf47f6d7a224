import { AppError } from '../../kit/errors.ts';
import { unreachedReason } from '../accounts/index.ts';
import type { NamedMarket, OrderMarkets } from '../execution/index.ts';
import type { Account } from '../model/account.ts';
import type { ListedMarket } from '../venues/marketPort.ts';

/** Says whether an account's exchange allows its orders in a market. */
export type MarketAccess =
  | { readonly isOpen: true; readonly account: Account; readonly market: ListedMarket }
  | {
      readonly isOpen: false;
      readonly account: Account;
      /** True when the market may be open after all, once the exchange's list is known. */
      readonly isUnknown: boolean;
      /** Text behind the name of the exchange. */
      readonly reason: string;
    };

export type OpenMarketAccess = Extract<MarketAccess, { isOpen: true }>;

export function marketAccessOf(
  markets: OrderMarkets,
  account: Account,
  { symbol, marketType }: NamedMarket,
): MarketAccess {
  const closed = (reason: string, isUnknown = false): MarketAccess => ({
    isOpen: false,
    account,
    isUnknown,
    reason,
  });
  if (!markets.knows(account.venue)) return closed('its markets are not known yet', true);
  const market = markets.rulesOf(account.venue, symbol);
  if (market?.kind !== marketType) return closed('not listed');
  if (!market.isActive) return closed('is not accepting orders now');
  const why = unreachedReason(account, marketType);
  if (why !== undefined) return closed(why);
  return { isOpen: true, account, market };
}

/** Throws MARKETS_UNAVAILABLE when it is not known yet whether there is such a market. */
export function requireKnownMarkets(standings: readonly MarketAccess[]): void {
  const silent = standings.filter((each) => !each.isOpen && each.isUnknown);
  if (silent.length === 0) return;
  const venues = [...new Set(silent.map(({ account }) => account.venue))].join(', ');
  const message = `The markets of ${venues} are not known yet. Try again shortly.`;
  throw new AppError('MARKETS_UNAVAILABLE', { message, data: { exchanges: venues } });
}
