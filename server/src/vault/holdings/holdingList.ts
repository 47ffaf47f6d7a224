import { compareExact, exactly } from '../../kit/exact.ts';
import type { Network } from '../network.ts';
import { balanceOf, type FindToken, type Holding, type ShownToken, shownToken } from './holding.ts';

/** Filters and order of a vault's holdings (Vaults §4.12). */
export interface HoldingQuery {
  readonly network?: Network | undefined;
  /** In any case; several tokens can share a symbol, and then all of them match. */
  readonly tokenSymbol?: string | undefined;
  /** Only balances above this. */
  readonly minBalance?: number | undefined;
  /** Only balances below this. */
  readonly maxBalance?: number | undefined;
  readonly includeZeroBalances: boolean;
  readonly sortBy: 'balance' | 'tokenSymbol' | 'lastUpdated';
  readonly sortOrder: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

/** A holding with its token. */
export interface ListedHolding {
  readonly holding: Holding;
  readonly token: ShownToken;
}

/**
 * Filters, sorts and pages in code: a vault holds at most about a hundred tokens, and balances of
 * different decimals compare exactly only here. Equal ones are in the order of the token's id.
 */
export function listHoldings(
  holdings: readonly Holding[],
  query: HoldingQuery,
  findToken: FindToken,
): { readonly total: number; readonly page: readonly ListedHolding[] } {
  const matches = matcherOf(query);
  const found = holdings
    .map((holding) => ({
      holding,
      token: shownToken(findToken, holding.network, holding.token),
    }))
    .filter(matches);
  const compare = comparisons[query.sortBy];
  const sign = query.sortOrder === 'asc' ? 1 : -1;
  found.sort((a, b) => sign * compare(a, b) || compareIds(a, b));
  return { total: found.length, page: found.slice(query.offset, query.offset + query.limit) };
}

function matcherOf(query: HoldingQuery): (listed: ListedHolding) => boolean {
  const { network, includeZeroBalances, minBalance, maxBalance } = query;
  const symbol = query.tokenSymbol === undefined ? undefined : folded(query.tokenSymbol);
  const low = minBalance === undefined ? undefined : exactly(minBalance);
  const high = maxBalance === undefined ? undefined : exactly(maxBalance);
  return ({ holding, token }) => {
    const balance = balanceOf(holding.amount, token);
    return (
      (includeZeroBalances || holding.amount !== 0n) &&
      (network === undefined || holding.network === network) &&
      (symbol === undefined || folded(token.symbol) === symbol) &&
      (low === undefined || compareExact(balance, low) > 0) &&
      (high === undefined || compareExact(balance, high) < 0)
    );
  };
}

type Compare = (a: ListedHolding, b: ListedHolding) => number;

const comparisons: Readonly<Record<HoldingQuery['sortBy'], Compare>> = {
  balance: (a, b) =>
    compareExact(balanceOf(a.holding.amount, a.token), balanceOf(b.holding.amount, b.token)),
  tokenSymbol: (a, b) => compareTexts(folded(a.token.symbol), folded(b.token.symbol)),
  lastUpdated: (a, b) => a.holding.updatedAtMs - b.holding.updatedAtMs,
};

const compareIds: Compare = (a, b) =>
  compareTexts(a.holding.token, b.holding.token) ||
  compareTexts(a.holding.network, b.holding.network);

function folded(symbol: string): string {
  return symbol.toUpperCase();
}

/** Compares by code units, independent of the locale. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
