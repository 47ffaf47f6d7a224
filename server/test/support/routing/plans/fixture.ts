import type { Account, AccountId } from '../../../../src/trading/model/account.ts';
import type { VenueId } from '../../../../src/trading/model/venue.ts';
import type {
  RouteEstimate,
  RouteRequest,
  RouteSlice,
} from '../../../../src/trading/routing/types.ts';
import { btc } from '../../orders/fixture.ts';

/** Each of the tests' accounts is at its own venue. */
export const venuesByAccount: Readonly<Record<string, VenueId>> = {
  a: 'binance',
  b: 'bybit',
  c: 'kraken',
};

export function accountNamed(id: string, changes: Partial<Account> = {}): Account {
  return {
    id: id as AccountId,
    venue: venuesByAccount[id] ?? 'okx',
    mode: 'paper',
    environment: 'production',
    region: 'global',
    portfolioId: undefined,
    portfolioMargin: false,
    hedgeMode: false,
    dailyLimitMicroUsd: 1e12,
    limits: {
      maxOrderMicroUsd: undefined,
      priceCollarPct: 5,
      maxOpenOrders: undefined,
      cancelAfterS: undefined,
    },
    feeOverrides: undefined,
    paperBalances: undefined,
    hasCredentials: false,
    hasFuturesCredentials: false,
    credentialsAtMs: undefined,
    halted: false,
    createdAtMs: 0,
    updatedAtMs: 0,
    ...changes,
  };
}

export const threeAccounts = ['a', 'b', 'c'].map((id) => accountNamed(id));

export const usualRequest: RouteRequest = {
  symbol: btc,
  side: 'buy',
  quantity: 1,
  accounts: threeAccounts,
  maxVenues: 3,
  maxSlippageBps: 50,
};

export function sliceOf(account: Account, quantityText: string): RouteSlice {
  return {
    venue: account.venue,
    accountId: account.id,
    quantity: Number(quantityText),
    quantityText,
    estimatedPrice: 100,
    limitPrice: 101,
    limitPriceText: '101.0',
    roomBps: 0,
    slippageBps: 5,
    feeBps: 10,
    feeSource: 'config',
    costBps: 15,
    confidence: 0.9,
    score: 16,
  };
}

export function estimateOf(
  request: RouteRequest,
  slices: readonly RouteSlice[],
  changes: Partial<RouteEstimate> = {},
): RouteEstimate {
  return {
    symbol: request.symbol,
    side: request.side,
    quantity: request.quantity,
    mid: 100,
    vwap: 100,
    costBps: 15,
    objectiveBps: 16,
    gapBps: 0,
    isRoutable: slices.length > 0,
    allocated: slices.reduce((sum, { quantity }) => sum + quantity, 0),
    slices,
    candidates: [],
    excluded: [],
    ...changes,
  };
}

/** Splits in lots of 0.01, as evenly as possible, over the first of the accounts. */
export function evenEstimate(request: RouteRequest): RouteEstimate {
  const lots = Math.floor(Number((request.quantity * 100).toFixed(6)));
  const accounts = request.accounts.slice(0, Math.min(request.maxVenues, lots));
  const slices = accounts.map((account, index) => {
    const count = Math.floor(lots / accounts.length) + (index < lots % accounts.length ? 1 : 0);
    return sliceOf(account, (count / 100).toFixed(2));
  });
  return estimateOf(request, slices);
}
