import type { Selectable } from 'kysely';
import type { Schema } from '../../store/schema.ts';
import {
  type Account,
  type AccountId,
  type Balances,
  type FeeOverrides,
  type Portfolio,
  unifiedModes,
} from '../model/account.ts';
import { venueIds } from '../model/venue.ts';
import { type Environment, environments } from '../model/venuePlace.ts';
import { parseVenueId } from '../venues/registry.ts';

export type AccountRow = Selectable<Schema['exchange_accounts']>;
export type PortfolioRow = Selectable<Schema['portfolios']>;

/** The columns whose contents are sealed. */
export const sealedColumns = ['credentials', 'futures_credentials'] as const;
export type SealedColumn = (typeof sealedColumns)[number];
export type SealedColumns = Pick<AccountRow, SealedColumn>;

export function toAccountRow(account: Account, sealed: SealedColumns): AccountRow {
  const { limits } = account;
  return {
    id: account.id,
    venue: account.venue,
    mode: account.mode,
    environment: account.environment,
    region: account.region,
    portfolio_id: account.portfolioId ?? null,
    portfolio_margin: account.portfolioMargin ? 1 : 0,
    hedge_mode: account.hedgeMode ? 1 : 0,
    unified_mode: account.unifiedMode ?? null,
    daily_limit_micro: account.dailyLimitMicroUsd,
    max_order_micro: limits.maxOrderMicroUsd ?? null,
    price_collar_pct: limits.priceCollarPct,
    max_open_orders: limits.maxOpenOrders ?? null,
    cancel_after_s: limits.cancelAfterS ?? null,
    fee_overrides: toJson(account.feeOverrides),
    paper_balances: toJson(account.paperBalances),
    credentials: sealed.credentials,
    futures_credentials: sealed.futures_credentials,
    credentials_at_ms: account.credentialsAtMs ?? null,
    halted: account.halted ? 1 : 0,
    created_at_ms: account.createdAtMs,
    updated_at_ms: account.updatedAtMs,
  };
}

export function fromAccountRow(row: AccountRow): Account {
  const venue = parseVenueId(row.venue, venueIds);
  if (!venue)
    throw new Error(`The account ${row.id} is at ${row.venue}, which is not a known venue.`);
  return {
    id: row.id as AccountId,
    venue,
    mode: row.mode,
    environment: environmentOf(row),
    region: row.region,
    portfolioId: row.portfolio_id ?? undefined,
    portfolioMargin: row.portfolio_margin === 1,
    hedgeMode: row.hedge_mode === 1,
    // When this version does not know the stored word, the exchange is asked again.
    unifiedMode: unifiedModes.find((mode) => mode === row.unified_mode),
    dailyLimitMicroUsd: row.daily_limit_micro,
    limits: {
      maxOrderMicroUsd: row.max_order_micro ?? undefined,
      priceCollarPct: row.price_collar_pct,
      maxOpenOrders: row.max_open_orders ?? undefined,
      cancelAfterS: row.cancel_after_s ?? undefined,
    },
    // Only `toAccountRow` writes these columns.
    feeOverrides: fromJson(row.fee_overrides) as FeeOverrides | undefined,
    paperBalances: fromJson(row.paper_balances) as Balances | undefined,
    hasCredentials: row.credentials !== null,
    hasFuturesCredentials: row.futures_credentials !== null,
    credentialsAtMs: row.credentials_at_ms ?? undefined,
    halted: row.halted === 1,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}

export function toPortfolioRow(portfolio: Portfolio): PortfolioRow {
  return {
    id: portfolio.id,
    name: portfolio.name,
    created_at_ms: portfolio.createdAtMs,
    updated_at_ms: portfolio.updatedAtMs,
  };
}

export function fromPortfolioRow(row: PortfolioRow): Portfolio {
  return {
    id: row.id,
    name: row.name,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}

/** Throws when the environment is unknown: such a row must not pass for production. */
function environmentOf({ id, environment }: AccountRow): Environment {
  const known = environments.find((each) => each === environment);
  if (known) return known;
  throw new Error(`The account ${id} is in the environment ${environment}, which is none here.`);
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function fromJson(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}
