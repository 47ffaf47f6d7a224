import type {
  AccountRecord,
  AccountVerification,
  accountEndpoints,
  CredentialsBody,
  Parsed,
  PortfolioRecord,
} from '@windlass/contract';
import { isoTime } from '../../kit/isoTime.ts';
import { Secret } from '../../kit/secret.ts';
import type { Account, Balances, FeeOverrides, Portfolio } from '../model/account.ts';
import type { VenueId } from '../model/venue.ts';
import type { AccountCheck, Credentials } from '../venues/accountPort.ts';
import type { AccountChange, LimitsChange, NewAccount } from './types.ts';

type CreateBody = Parsed<typeof accountEndpoints.createAccount>['body'];
type ChangeBody = Parsed<typeof accountEndpoints.changeAccount>['body'];

export function fromCreateBody(body: CreateBody, venue: VenueId): NewAccount {
  const { credentials, futures_credentials: futures, fee_overrides: fees } = body;
  return {
    id: body.exchange_account_id,
    venue,
    mode: body.mode,
    environment: body.environment,
    region: body.region,
    credentials: credentials && fromCredentials(credentials),
    futuresCredentials: futures && fromCredentials(futures),
    dailyLimitMicroUsd: toMicro(body.daily_limit_usd),
    portfolioId: body.portfolio_id,
    portfolioMargin: body.portfolio_margin,
    hedgeMode: body.hedge_mode,
    feeOverrides: fees && fromFees(fees),
    limits: fromLimits(body.limits),
    paperBalances: body.paper_balances && fromBalances(body.paper_balances),
  };
}

export function fromChangeBody(body: ChangeBody): AccountChange {
  const { credentials, futures_credentials: futures, fee_overrides: fees } = body;
  return {
    credentials: credentials && fromCredentials(credentials),
    futuresCredentials: futures && fromCredentials(futures),
    dailyLimitMicroUsd:
      body.daily_limit_usd === undefined ? undefined : toMicro(body.daily_limit_usd),
    portfolioId: body.portfolio_id,
    portfolioMargin: body.portfolio_margin,
    feeOverrides: fees && fromFees(fees),
    limits: fromLimits(body.limits),
  };
}

export function toAccountWire(account: Account): AccountRecord {
  const { limits, credentialsAtMs } = account;
  const { maxOrderMicroUsd, priceCollarPct, maxOpenOrders, cancelAfterS } = limits;
  return {
    exchange_account_id: account.id,
    // The contract's list and the registry's are the same; a test says so.
    exchange: account.venue as string as AccountRecord['exchange'],
    mode: account.mode,
    environment: account.environment,
    region: account.region,
    portfolio_id: account.portfolioId ?? null,
    portfolio_margin: account.portfolioMargin,
    hedge_mode: account.hedgeMode,
    unified_mode: account.unifiedMode ?? null,
    daily_limit_usd: account.dailyLimitMicroUsd / microPerUsd,
    limits: {
      max_order_usd: maxOrderMicroUsd === undefined ? null : maxOrderMicroUsd / microPerUsd,
      price_collar_pct: priceCollarPct,
      max_open_orders: maxOpenOrders ?? null,
      cancel_after_s: cancelAfterS ?? null,
    },
    fee_overrides: toFeesWire(account.feeOverrides),
    paper_balances: toBalancesWire(account.paperBalances),
    has_credentials: account.hasCredentials,
    has_futures_credentials: account.hasFuturesCredentials,
    credentials_updated_at: credentialsAtMs === undefined ? null : isoTime(credentialsAtMs),
    halted: account.halted,
    created_at: isoTime(account.createdAtMs),
    updated_at: isoTime(account.updatedAtMs),
  };
}

export function toPortfolioWire(portfolio: Portfolio, accounts: readonly Account[]) {
  const own = accounts.filter(({ portfolioId }) => portfolioId === portfolio.id);
  return {
    portfolio_id: portfolio.id,
    name: portfolio.name,
    exchange_account_ids: own.map(({ id }) => id),
    created_at: isoTime(portfolio.createdAtMs),
    updated_at: isoTime(portfolio.updatedAtMs),
  } satisfies PortfolioRecord;
}

const microPerUsd = 1_000_000;

function toMicro(usd: number): number {
  return Math.round(usd * microPerUsd);
}

/** Returns an empty list when there was nothing to check. */
export function toVerificationWire(
  account: Account,
  checks: readonly AccountCheck[],
): AccountVerification {
  return {
    exchange_account_id: account.id,
    exchange: toAccountWire(account).exchange,
    mode: account.mode,
    ok: checks.every(({ status }) => status !== 'failed'),
    checks: checks.map(({ marketTypes, ...check }) => ({
      ...check,
      market_types: [...marketTypes],
    })),
  };
}

function fromCredentials(given: CredentialsBody): Credentials {
  const { api_key, api_secret, passphrase, wallet_address, private_key, vault_address } = given;
  return {
    ...(api_key !== undefined && { apiKey: new Secret(api_key) }),
    ...(api_secret !== undefined && { apiSecret: new Secret(api_secret) }),
    ...(passphrase !== undefined && { passphrase: new Secret(passphrase) }),
    ...(wallet_address !== undefined && { walletAddress: new Secret(wallet_address) }),
    ...(private_key !== undefined && { privateKey: new Secret(private_key) }),
    ...(vault_address !== undefined && { vaultAddress: new Secret(vault_address) }),
  };
}

function fromLimits(limits: CreateBody['limits']): LimitsChange {
  if (!limits) return {};
  const { max_order_usd: maxOrder, price_collar_pct, max_open_orders, cancel_after_s } = limits;
  return {
    maxOrderMicroUsd: typeof maxOrder === 'number' ? toMicro(maxOrder) : maxOrder,
    priceCollarPct: price_collar_pct,
    maxOpenOrders: max_open_orders,
    cancelAfterS: cancel_after_s,
  };
}

function fromFees(fees: NonNullable<CreateBody['fee_overrides']>): FeeOverrides {
  const { maker_bps, taker_bps, tier, pairs = {} } = fees;
  const isWhole = maker_bps !== undefined && taker_bps !== undefined;
  return {
    account: isWhole ? { makerBps: maker_bps, takerBps: taker_bps } : undefined,
    tier,
    pairs: mapValues(pairs, ({ maker_bps: maker, taker_bps: taker }) => {
      return { makerBps: maker, takerBps: taker };
    }),
  };
}

function toFeesWire(fees: FeeOverrides | undefined): AccountRecord['fee_overrides'] {
  if (!fees) return null;
  const { account, tier, pairs } = fees;
  return {
    maker_bps: account?.makerBps ?? null,
    taker_bps: account?.takerBps ?? null,
    tier: tier ?? null,
    pairs: mapValues(pairs, ({ makerBps, takerBps }) => {
      return { maker_bps: makerBps, taker_bps: takerBps };
    }),
  };
}

function fromBalances(wallets: NonNullable<CreateBody['paper_balances']>): Balances {
  return mapValues(wallets, (assets) => mapValues(assets ?? {}, String));
}

function toBalancesWire(balances: Balances | undefined): AccountRecord['paper_balances'] {
  return balances ? mapValues(balances, (assets) => ({ ...assets })) : null;
}

function mapValues<Value, Result>(
  given: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, map(value)]));
}
