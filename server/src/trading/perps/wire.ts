import type { LedgerEntryWire, PositionWire } from '@windlass/contract';
import { isoTime } from '../../kit/isoTime.ts';
import type { Account } from '../model/account.ts';
import { annualisedPct, windowsPerYear } from '../model/funding.ts';
import { isInverse } from '../model/symbol.ts';
import type { PortfolioMarginAsset, VenueLedgerEntry, VenuePosition } from '../venues/perpsPort.ts';
import type { AccountExposure, AccountFundingRate, Holding } from './types.ts';

export function factsOf({ venue, id }: Account) {
  return { exchange: venue, exchange_account_id: id };
}

/** Trading §2.5. */
export function toPositionWire(account: Account, position: VenuePosition): PositionWire {
  const { unrealizedPnl, updatedAtMs } = position;
  return {
    symbol: position.symbol,
    side: position.side,
    contracts: position.contracts,
    contract_size: position.contractSize,
    entry_price: position.entryPrice ?? null,
    mark_price: position.markPrice ?? null,
    notional: position.notional ?? null,
    leverage: position.leverage ?? null,
    unrealized_pnl: unrealizedPnl ?? null,
    percentage: percentageOf(position),
    margin_mode: position.marginMode ?? null,
    liquidation_price: position.liquidationPrice ?? null,
    collateral: position.collateral ?? null,
    timestamp: updatedAtMs ?? null,
    datetime: updatedAtMs === undefined ? null : isoTime(updatedAtMs),
    ...factsOf(account),
    info: position.info,
  };
}

/** Returns the percentage of the margin that the position was given. */
function percentageOf({ unrealizedPnl, collateral }: VenuePosition): number | null {
  if (unrealizedPnl === undefined || collateral === undefined || collateral <= 0) return null;
  return (unrealizedPnl / collateral) * 100;
}

/** Trading §4.2, GET leverage. */
export function toLeverageWire({ account, symbol, leverage, marginMode, positions }: Holding) {
  const sum = (part: (position: VenuePosition) => number) =>
    positions.reduce((total, position) => total + part(position), 0);
  const [first, second] = positions;
  return {
    ...factsOf(account),
    symbol,
    leverage: leverage ?? null,
    margin_mode: marginMode ?? null,
    position_side: second ? ('both' as const) : (first?.side ?? null),
    position_size: sum(baseOf),
    notional: sum(({ notional }) => notional ?? 0),
    unrealized_pnl: sum(({ unrealizedPnl }) => unrealizedPnl ?? 0),
  };
}

/** Returns base units; an inverse contract is worth a fixed amount of the quote. */
export function baseOf({
  symbol,
  contracts,
  contractSize,
  markPrice,
  entryPrice,
}: VenuePosition): number {
  const units = contracts * contractSize;
  const price = markPrice ?? entryPrice;
  if (!isInverse(symbol)) return units;
  return price === undefined || price === 0 ? 0 : units / price;
}

export function toExposureWire({ account, assets }: AccountExposure) {
  return {
    ...factsOf(account),
    assets: assets.map(({ priceUsd, ...sums }) => ({
      ...sums,
      price_usd: priceUsd ?? null,
      net_usd: priceUsd === undefined ? null : sums.net * priceUsd,
    })),
  };
}

/** Trading §2.6. */
export function toEntryWire(entry: VenueLedgerEntry): LedgerEntryWire {
  const { id, symbol, amount, asset, atMs, info } = entry;
  return {
    id,
    symbol: symbol ?? null,
    amount: Number(amount),
    code: asset,
    timestamp: atMs,
    datetime: isoTime(atMs),
    info,
  };
}

/**
 * Trading §4.2. Annualised without compounding: rate × windows in a year of 365 days × 100.
 */
export function toFundingRateWire({ account, symbol, rate, isCached }: AccountFundingRate) {
  const { windowHours, nextRate } = rate;
  const predicted = nextRate ?? rate.rate;
  const source = nextRate === undefined ? ('current' as const) : ('next' as const);
  return {
    ...factsOf(account),
    symbol,
    funding_rate: rate.rate,
    funding_apr_pct: annualisedPct(rate.rate, windowHours),
    predicted_rate: predicted,
    predicted_rate_source: source,
    predicted_apr_pct: annualisedPct(predicted, windowHours),
    windows_per_year: windowsPerYear(windowHours),
    interval_hours: windowHours,
    next_funding_time: rate.nextFundingMs ?? null,
    mark_price: rate.markPrice ?? null,
    index_price: rate.indexPrice ?? null,
    timestamp: rate.atMs,
    cached: isCached,
  };
}

/** Trading §4.3, balance. */
export function toMarginAssetWire(row: PortfolioMarginAsset) {
  return {
    cross_margin: {
      total: Number(row.crossMarginAsset),
      free: Number(row.crossMarginFree),
      locked: Number(row.crossMarginLocked),
      borrowed: Number(row.crossMarginBorrowed),
      interest: Number(row.crossMarginInterest),
    },
    um_futures: {
      wallet: Number(row.umWalletBalance),
      unrealized_pnl: Number(row.umUnrealizedPNL),
    },
    cm_futures: {
      wallet: Number(row.cmWalletBalance),
      unrealized_pnl: Number(row.cmUnrealizedPNL),
    },
    total_wallet_balance: Number(row.totalWalletBalance),
    negative_balance: Number(row.negativeBalance),
  };
}

/** Trading §4.3, account: the exchange's own names. */
export function toPapiBalance(row: PortfolioMarginAsset) {
  return {
    asset: row.asset,
    crossMarginAsset: row.crossMarginAsset,
    crossMarginFree: row.crossMarginFree,
    crossMarginLocked: row.crossMarginLocked,
    umWalletBalance: row.umWalletBalance,
    umUnrealizedPNL: row.umUnrealizedPNL,
    cmWalletBalance: row.cmWalletBalance,
    cmUnrealizedPNL: row.cmUnrealizedPNL,
    totalWalletBalance: row.totalWalletBalance,
  };
}
