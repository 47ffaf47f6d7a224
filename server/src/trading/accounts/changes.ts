import type { Account, AccountId, AccountLimits, Balances } from '../model/account.ts';
import type { VenueId } from '../model/venue.ts';
import { globalRegion } from '../model/venuePlace.ts';
import { walletsOf } from '../venues/registry.ts';
import type { AccountChange, LimitsChange, NewAccount } from './types.ts';

const defaultLimits: AccountLimits = {
  maxOrderMicroUsd: undefined,
  priceCollarPct: 5,
  maxOpenOrders: undefined,
  cancelAfterS: undefined,
};

/** First balance of each asset that the venue quotes, in each wallet of a paper account. */
const paperAmounts: Readonly<Record<string, string>> = {
  USD: '1000000',
  USDT: '1000000',
  USDC: '1000000',
  BTC: '10',
  ETH: '100',
  SOL: '1000',
};

/** Returns the usual first balances at a venue. */
function usualBalances(venue: VenueId): Balances {
  const { names, assets } = walletsOf(venue);
  const amounts = Object.fromEntries(assets.map((asset) => [asset, paperAmounts[asset] ?? '0']));
  return Object.fromEntries(names.map((name) => [name, amounts]));
}

export function newAccount(request: NewAccount, nowMs: number): Account {
  const { venue, mode, credentials, futuresCredentials } = request;
  const isPaper = mode === 'paper';
  const hasAny = credentials !== undefined || futuresCredentials !== undefined;
  return {
    id: request.id as AccountId,
    venue,
    mode,
    environment: request.environment ?? 'production',
    region: request.region ?? globalRegion,
    portfolioId: request.portfolioId,
    portfolioMargin: request.portfolioMargin,
    hedgeMode: request.hedgeMode ?? false,
    dailyLimitMicroUsd: request.dailyLimitMicroUsd,
    limits: withLimits(defaultLimits, request.limits),
    feeOverrides: request.feeOverrides,
    paperBalances: isPaper ? (request.paperBalances ?? usualBalances(venue)) : undefined,
    hasCredentials: credentials !== undefined,
    hasFuturesCredentials: futuresCredentials !== undefined,
    credentialsAtMs: hasAny ? nowMs : undefined,
    halted: false,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

export function changedAccount(before: Account, change: AccountChange, nowMs: number): Account {
  const { credentials, futuresCredentials } = change;
  const isReplaced = credentials !== undefined || futuresCredentials !== undefined;
  const updatedAtMs = laterThan(before, nowMs);
  return {
    ...before,
    portfolioId: replaced(before.portfolioId, change.portfolioId),
    portfolioMargin: change.portfolioMargin ?? before.portfolioMargin,
    dailyLimitMicroUsd: change.dailyLimitMicroUsd ?? before.dailyLimitMicroUsd,
    limits: withLimits(before.limits, change.limits ?? {}),
    feeOverrides: replaced(before.feeOverrides, change.feeOverrides),
    hasCredentials: before.hasCredentials || credentials !== undefined,
    hasFuturesCredentials:
      futuresCredentials === undefined ? before.hasFuturesCredentials : futuresCredentials !== null,
    credentialsAtMs: isReplaced ? updatedAtMs : before.credentialsAtMs,
    updatedAtMs,
  };
}

/** Two changes never have the same time, even if the clock goes back. */
export function laterThan(before: { readonly updatedAtMs: number }, nowMs: number): number {
  return Math.max(nowMs, before.updatedAtMs + 1);
}

function withLimits(limits: AccountLimits, change: LimitsChange): AccountLimits {
  return {
    maxOrderMicroUsd: replaced(limits.maxOrderMicroUsd, change.maxOrderMicroUsd),
    priceCollarPct: change.priceCollarPct ?? limits.priceCollarPct,
    maxOpenOrders: replaced(limits.maxOpenOrders, change.maxOpenOrders),
    cancelAfterS: replaced(limits.cancelAfterS, change.cancelAfterS),
  };
}

/** Null removes the value; when it is left out, the value stays. */
function replaced<Value>(
  before: Value | undefined,
  change: Value | null | undefined,
): Value | undefined {
  return change === undefined ? before : (change ?? undefined);
}
