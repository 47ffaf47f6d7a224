import { withoutPrefix } from '../../kit/errors.ts';
import { unreachedReason } from '../accounts/index.ts';
import type { NamedMarket, OrderMarkets } from '../execution/index.ts';
import type { Account } from '../model/account.ts';
import { inverseRefusal } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import { checkCapability } from '../venues/capabilities.ts';
import type { ListedMarket } from '../venues/marketPort.ts';
import { capabilitiesOf } from '../venues/registry.ts';
import type { Refusal } from './refusals.ts';

/** An account that could send an immediate order in the market, as far as its settings say. */
export interface Trader {
  readonly account: Account;
  readonly market: ListedMarket;
}

/** A market, and whether orders in it may only reduce a position. */
export interface RoutedMarket extends NamedMarket {
  readonly reduceOnly?: boolean | undefined;
}

/** Returns the market as the account's venue lists it, or why the account cannot trade it. */
export function tradableAt(
  markets: OrderMarkets,
  account: Account,
  named: RoutedMarket,
): Trader | Refusal {
  const refusal = haltedRefusal(account) ?? unsupportedRefusal(account, named);
  if (refusal) return refusal;
  const { venue } = account;
  const { symbol, marketType } = named;
  if (!markets.knows(venue)) {
    const message = `The markets of ${venue} are not known yet.`;
    return { reason: 'MARKETS_UNAVAILABLE', message };
  }
  const market = markets.rulesOf(venue, symbol);
  if (market?.kind !== marketType) {
    const message = `${venue} lists no ${marketType} market ${symbol}.`;
    return { reason: 'SYMBOL_NOT_LISTED', message };
  }
  if (!market.isActive) {
    const message = `${venue} is not accepting orders in ${symbol}.`;
    return { reason: 'MARKET_NOT_ACTIVE', message };
  }
  return { account, market };
}

function haltedRefusal({ id, halted }: Account): Refusal | undefined {
  if (!halted) return undefined;
  return { reason: 'ACCOUNT_HALTED', message: `The account ${id} is halted.` };
}

function unsupportedRefusal(account: Account, named: RoutedMarket): Refusal | undefined {
  const refusal = venueRefusal(account.venue, named);
  if (refusal) return refusal;
  const why = unreachedReason(account, named.marketType);
  return why === undefined ? undefined : { reason: 'NOT_SUPPORTED', message: `${why}.` };
}

/** Returns why no account of a venue could send an immediate order in such a market. */
export function venueRefusal(
  venue: VenueId,
  { symbol, marketType, reduceOnly = false }: RoutedMarket,
): Refusal | undefined {
  const reason = 'NOT_SUPPORTED';
  const inverse = inverseRefusal([venue], symbol);
  if (inverse !== undefined) return { reason, message: inverse };
  const capabilities = capabilitiesOf(venue);
  if (!capabilities) return { reason, message: `${venue} is not supported.` };
  const order = { orderType: 'limit', timeInForce: 'IOC', reduceOnly, postOnly: false };
  const check = checkCapability(capabilities, { ...order, marketType });
  return check.ok ? undefined : { reason, message: withoutPrefix(check.message) };
}
