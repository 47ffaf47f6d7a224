import { reachableTypes } from '../accounts/index.ts';
import type { OrderMarkets } from '../execution/index.ts';
import type { Account } from '../model/account.ts';
import { type InstrumentSymbol, parseSymbol } from '../model/symbol.ts';
import type { ListedMarket } from '../venues/marketPort.ts';

/**
 * The most traded markets of any exchange, the most traded first. Perpetuals come before spot, as
 * the static schedule (Trading §4.5) is for them: an exchange's general fee can then be compared
 * with it.
 */
const usualSymbols: readonly InstrumentSymbol[] = [
  'BTC/USDT:USDT',
  'BTC/USD:USD',
  'BTC/USDC:USDC',
  'BTC/USDT',
  'BTC/USD',
  'BTC/USDC',
].flatMap((text) => parseSymbol(text) ?? []);

/**
 * Returns the market whose fees represent the account's in general; undefined if none is listed.
 */
export function usualMarket(
  markets: Pick<OrderMarkets, 'rulesOf'>,
  account: Account,
): ListedMarket | undefined {
  const types = reachableTypes(account);
  for (const symbol of usualSymbols) {
    const market = markets.rulesOf(account.venue, symbol);
    if (market?.isActive && types.includes(market.kind)) return market;
  }
  return undefined;
}
