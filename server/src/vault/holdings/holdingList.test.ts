import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenOf } from '../../../test/support/vault/fixtures.ts';
import { formatEveryDigit } from '../../kit/exact.ts';
import type { Network } from '../network.ts';
import type { CuratedToken } from '../tokens/curatedToken.ts';
import type { Holding } from './holding.ts';
import { type HoldingQuery, listHoldings } from './holdingList.ts';

/** Two tokens share a symbol, one has other decimals, and one is not listed any more. */
const listed: readonly CuratedToken[] = [
  tokenOf(0),
  tokenOf(1),
  tokenOf(2, { symbol: 'usdc' }),
  tokenOf(3, { decimals: 2 }),
  tokenOf(0, { network: 'testnet' }),
];
const unlisted = tokenOf(9).contract;
const findToken = (network: Network, contract: string) =>
  listed.find((token) => token.network === network && token.contract === contract);

function holdingOf(changes: Partial<Holding> = {}): Holding {
  return {
    id: 'a'.repeat(24),
    vaultId: 'b'.repeat(24),
    network: 'mainnet',
    token: tokenOf(0).contract,
    amount: 10_000_000n,
    ledger: 7,
    updatedAtMs: 1_000,
    ...changes,
  };
}

const anyQuery: HoldingQuery = {
  includeZeroBalances: false,
  sortBy: 'balance',
  sortOrder: 'desc',
  offset: 0,
  limit: 100,
};

const list = (holdings: readonly Holding[], changes: Partial<HoldingQuery> = {}) =>
  listHoldings(holdings, { ...anyQuery, ...changes }, findToken);
const tokensIn = (holdings: readonly Holding[], changes: Partial<HoldingQuery> = {}) =>
  list(holdings, changes).page.map(({ holding }) => holding.token);

describe('the list of holdings', () => {
  const xlm = holdingOf({ amount: 90_000_000n });
  const usdc = holdingOf({ token: tokenOf(1).contract, amount: 100_000_000n });
  const other = holdingOf({ token: tokenOf(2).contract, amount: 0n });
  const coarse = holdingOf({ token: tokenOf(3).contract, amount: 950n });

  it('sorts by the number, across tokens of different decimals', () => {
    const sorted = [usdc.token, coarse.token, xlm.token];
    expect(tokensIn([xlm, usdc, coarse])).toEqual(sorted);
    expect(tokensIn([xlm, usdc, coarse], { sortOrder: 'asc' })).toEqual(sorted.toReversed());
  });

  it('hides what is zero unless it is asked for', () => {
    expect(tokensIn([usdc, other])).toEqual([usdc.token]);
    expect(tokensIn([usdc, other], { includeZeroBalances: true })).toHaveLength(2);
  });

  it('finds every token of a symbol, in any case', () => {
    const found = tokensIn([xlm, usdc, other], { tokenSymbol: 'Usdc', includeZeroBalances: true });
    expect(found).toEqual([usdc.token, other.token]);
    expect(tokensIn([xlm, usdc], { tokenSymbol: 'USD' })).toEqual([]);
  });

  it('keeps balances strictly between the bounds', () => {
    expect(tokensIn([xlm, usdc, coarse], { minBalance: 9 })).not.toContain(xlm.token);
    expect(tokensIn([xlm, usdc, coarse], { maxBalance: 10 })).not.toContain(usdc.token);
    expect(tokensIn([xlm, usdc, coarse], { minBalance: 9, maxBalance: 10 })).toEqual([
      coarse.token,
    ]);
    expect(tokensIn([holdingOf({ amount: 1_000_000n })], { minBalance: 0.1 })).toEqual([]);
    expect(tokensIn([holdingOf({ amount: 1_000_001n })], { minBalance: 0.1 })).toHaveLength(1);
  });

  it('shows a token that is listed no more under its contract', () => {
    const [shown] = list([holdingOf({ token: unlisted })]).page;
    expect(shown?.token).toEqual({ symbol: unlisted, name: 'Unlisted token', decimals: 7 });
  });

  it('is empty beyond its last page and still knows how many there are', () => {
    const { total, page } = list([xlm, usdc], { offset: 10, limit: 10 });
    expect([total, page]).toEqual([2, []]);
  });
});

const anyHolding = fc.constantFrom(...listed, tokenOf(9)).chain((token) =>
  fc.record({
    id: fc.constant('a'.repeat(24)),
    vaultId: fc.constant('b'.repeat(24)),
    network: fc.constant(token.network),
    token: fc.constant(token.contract),
    amount: fc.oneof(fc.bigInt({ min: 0n, max: 9n }), fc.bigInt({ min: 0n, max: 2n ** 40n })),
    ledger: fc.constant(1),
    updatedAtMs: fc.integer({ min: 0, max: 3 }),
  }),
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const bound = fc.oneof(fc.constantFrom(0.01, 0.0000003), fc.integer({ min: 0, max: 200_000 }));
const queries: fc.Arbitrary<HoldingQuery> = fc.record({
  network: optional(fc.constantFrom<Network>('mainnet', 'testnet')),
  tokenSymbol: optional(fc.constantFrom('usdc', 'XLM', 'aqua', unlisted)),
  minBalance: optional(bound),
  maxBalance: optional(bound),
  includeZeroBalances: fc.boolean(),
  sortBy: fc.constantFrom('balance', 'tokenSymbol', 'lastUpdated'),
  sortOrder: fc.constantFrom('asc', 'desc'),
  offset: fc.integer({ min: 0, max: 6 }),
  limit: fc.integer({ min: 1, max: 6 }),
});

/** Doubles are exact enough for the generated values, so the model needs no exact decimals. */
function numberOf(holding: Holding): number {
  const scale = findToken(holding.network, holding.token)?.decimals ?? 7;
  return Number(formatEveryDigit({ digits: holding.amount, scale }));
}

function model(holdings: readonly Holding[], query: HoldingQuery) {
  const symbolOf = ({ network, token }: Holding) =>
    (findToken(network, token)?.symbol ?? token).toLowerCase();
  const found = holdings.filter((holding) => {
    if (holding.amount === 0n && !query.includeZeroBalances) return false;
    if (query.network && holding.network !== query.network) return false;
    if (query.tokenSymbol && symbolOf(holding) !== query.tokenSymbol.toLowerCase()) return false;
    if (query.minBalance !== undefined && !(numberOf(holding) > query.minBalance)) return false;
    return query.maxBalance === undefined || numberOf(holding) < query.maxBalance;
  });
  const keyOf = (holding: Holding) => {
    if (query.sortBy === 'balance') return numberOf(holding);
    return query.sortBy === 'lastUpdated' ? holding.updatedAtMs : symbolOf(holding).toUpperCase();
  };
  const less = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = found.toSorted((a, b) => {
    const order = less(keyOf(a), keyOf(b)) * (query.sortOrder === 'asc' ? 1 : -1);
    return order || less(a.token, b.token);
  });
  const page = sorted.slice(query.offset, query.offset + query.limit);
  return { total: found.length, page };
}

it('is what a plain model of the list says', () => {
  const holdings = fc.uniqueArray(anyHolding, { selector: ({ token }) => token });
  fc.assert(
    fc.property(holdings, queries, (stored, query) => {
      const { total, page } = listHoldings(stored, query, findToken);
      expect({ total, page: page.map(({ holding }) => holding) }).toEqual(model(stored, query));
    }),
    { numRuns: 500 },
  );
});
