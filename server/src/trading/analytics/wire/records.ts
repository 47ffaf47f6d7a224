import type {
  EnhancedPositionWire,
  PerpFillWire,
  RebateWire,
  RiskSummaryWire,
  TwapOrderWire,
} from '@windlass/contract';
import { exactly, meanPrice } from '../../../kit/exact.ts';
import { isoTime } from '../../../kit/isoTime.ts';
import type { Account } from '../../model/account.ts';
import { toPositionWire } from '../../perps/index.ts';
import type { VenuePosition } from '../../venues/perpsPort.ts';
import type { AssetSum } from '../analytics.ts';
import { liquidationDistancePct, marginHealthScore } from '../positions/health.ts';
import type { RiskSummary } from '../positions/riskSummary.ts';
import type { LedgerRecord, ReportFill, TwapRecord } from '../types.ts';

/** Trading §2.5, the enhanced variant. */
export function toEnhancedPosition(
  account: Account,
  position: VenuePosition,
): EnhancedPositionWire {
  return {
    ...toPositionWire(account, position),
    maintenance_margin: position.maintenanceMargin ?? null,
    liquidation_distance_pct: liquidationDistancePct(position) ?? null,
    margin_health_score: marginHealthScore(position) ?? null,
  };
}

/** Trading §2.5, `risk_summary`. */
export function toRiskSummary(risk: RiskSummary): RiskSummaryWire {
  return {
    total_notional: risk.notional,
    total_unrealized_pnl: risk.unrealizedPnl,
    avg_leverage: risk.avgLeverage ?? null,
    positions_at_risk: risk.atRisk,
    lowest_margin_health: risk.lowestHealth ?? null,
    position_count: risk.count,
  };
}

/** Trading §2.12, fill. */
export function toFillWire(fill: ReportFill): PerpFillWire {
  const datetime = isoTime(fill.atMs);
  return {
    order_id: fill.venueOrderId,
    trade_id: fill.venueTradeId,
    exchange_account_id: fill.accountId,
    market: fill.symbol,
    side: fill.side,
    price: fill.price,
    amount: fill.quantity,
    cost: fill.price * fill.quantity,
    fee: fill.fee,
    fee_currency: fill.feeAsset,
    timestamp: fill.atMs,
    datetime,
    execution_date: datetime,
    mark_price: fill.marks[0] ?? null,
    mark_age_ms: fill.markAgeMs ?? null,
    mark_missing: fill.markMissing ?? null,
  };
}

/** Trading §2.12, rebate. */
export function toRebateWire(record: LedgerRecord): RebateWire {
  const { accountId, marketType, entryId } = record;
  return {
    // An exchange's id is unique within an account and a kind of market.
    _id: [accountId, marketType, entryId].join(':'),
    exchange_account_id: accountId,
    currency: record.asset,
    amount: Number(record.amount),
    source: record.source ?? '',
    timestamp: record.atMs,
  };
}

/** Trading §4.4, `summary_by_currency`. */
export function toSumWire({ asset, total, count }: AssetSum) {
  return { currency: asset, total_amount: Number(total), count };
}

const hourMs = 3_600_000;

/** Trading §2.12, TWAP order. */
export function toTwapWire(twap: TwapRecord): TwapOrderWire {
  const { accountId, twapId, symbol, side, totalSize } = twap;
  const fills = twap.fills.map(toTwapFill);
  const filled = sum(fills.map(({ amount }) => amount));
  const cost = sum(fills.map((fill) => fill.cost));
  const average = meanPrice(exactly(cost), exactly(filled)) ?? null;
  const prices = fills.map(({ price }) => price);
  const range = fills.length === 0 ? null : Math.max(...prices) - Math.min(...prices);
  const [first, last] = [fills[0]?.timestamp, fills.at(-1)?.timestamp];
  const hours = first === undefined || last === undefined ? 0 : (last - first) / hourMs;
  return {
    _id: `${accountId}:${twapId}`,
    exchange_account_id: accountId,
    twap_id: twapId,
    symbol,
    side,
    total_size: totalSize === undefined ? filled : Number(totalSize),
    total_filled: filled,
    avg_fill_price: average,
    fill_count: fills.length,
    fill_rate_per_hour: hours > 0 ? fills.length / hours : null,
    price_range: range,
    price_range_pct: range === null || average === null ? null : (range / average) * 100,
    time_span_hours: hours,
    first_fill_ts: first ?? null,
    last_fill_ts: last ?? null,
    fills,
  };
}

function toTwapFill({ price, quantity, fee, atMs }: TwapRecord['fills'][number]) {
  const amount = Number(quantity);
  return { price, amount, cost: price * amount, fee: Number(fee), timestamp: atMs };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
