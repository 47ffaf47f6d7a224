import type { ExecutionResultWire, OrderStatusWire } from '@windlass/contract';
import { exactly, formatExact, subtractExact } from '../../kit/exact.ts';
import { isoTime } from '../../kit/isoTime.ts';
import type { VenueId } from '../model/venue.ts';
import type { VenueBalances, VenueOrderState } from '../venues/venuePort.ts';
import type { StoredOrder } from './orderStore.ts';
import type { DailyLimit, OrderView } from './types.ts';

/** Returns an order as an execution result (Trading §2.2). */
export function toExecutionResult(
  order: StoredOrder,
  exchange: VenueId,
  tookMs: number,
): ExecutionResultWire {
  return {
    order_id: order.venueOrderId ?? order.id,
    client_order_id: order.clientOrderId,
    exchange,
    market: order.symbol,
    order_type: order.type,
    order_side: order.side,
    order_status: order.status,
    quantity: Number(order.quantity),
    quantity_filled: Number(order.filled),
    avg_fill_price: order.average ?? null,
    order_fee: Number(order.fee),
    fee_currency: order.feeAsset ?? null,
    execution_time: Math.round(tookMs) / 1000,
    execution_date: isoTime(order.createdAtMs),
  };
}

/** Returns an order as an order status (Trading §2.3). */
export function toOrderStatus(view: OrderView): OrderStatusWire {
  return 'stored' in view ? fromStored(view) : fromState(view.state, view.clientOrderId);
}

type StoredView = Extract<OrderView, { readonly stored: StoredOrder }>;

function fromStored({ stored: order, ageMs }: StoredView): OrderStatusWire {
  return {
    order_id: order.venueOrderId ?? order.id,
    client_order_id: order.clientOrderId,
    ...common(order),
    status: order.status,
    price: textNumber(order.price),
    stop_price: textNumber(order.stopPrice),
    fee: { cost: Number(order.fee), currency: order.feeAsset ?? null },
    age_ms: ageMs === undefined ? undefined : Math.round(ageMs),
  };
}

function fromState(state: VenueOrderState, clientOrderId: string | undefined): OrderStatusWire {
  const [currency, cost] = Object.entries(state.fees)[0] ?? [];
  return {
    order_id: state.venueOrderId,
    client_order_id: clientOrderId ?? null,
    ...common(state),
    status: state.status,
    price: state.price ?? null,
    stop_price: state.stopPrice ?? null,
    fee: { cost: Number(cost ?? 0), currency: currency ?? null },
  };
}

function common(order: StoredOrder | VenueOrderState) {
  return {
    symbol: order.symbol,
    market_type: order.marketType,
    type: order.type,
    side: order.side,
    amount: Number(order.quantity),
    filled: Number(order.filled),
    remaining: remaining(order.quantity, order.filled),
    average: order.average ?? null,
    cost: Number(order.cost),
    reason: order.reason ?? null,
    timestamp: order.createdAtMs,
    datetime: isoTime(order.createdAtMs),
    last_traded_timestamp: order.lastTradeAtMs ?? null,
  };
}

/** Subtracts exactly, so that filled and remaining sum up to the amount to the last digit. */
function remaining(quantity: string, filled: string): number {
  return Number(formatExact(subtractExact(exactly(quantity), exactly(filled))));
}

function textNumber(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

/** Returns balances as maps (Trading §2.3a). */
export function toBalanceMaps(balances: VenueBalances) {
  const pick = (part: 'free' | 'used' | 'total') =>
    Object.fromEntries(
      Object.entries(balances).map(([asset, amounts]) => [asset, Number(amounts[part])]),
    );
  return { free: pick('free'), used: pick('used'), total: pick('total') };
}

/** Returns the daily limit (Trading §2.3b). */
export function toDailyLimitWire(accountId: string, limit: DailyLimit) {
  const { day, limitMicroUsd, usedMicroUsd, orders } = limit;
  const pct = limitMicroUsd === 0 ? 100 : (usedMicroUsd / limitMicroUsd) * 100;
  return {
    date: day,
    exchange_account_id: accountId,
    limit_usd: limitMicroUsd / 1e6,
    used_usd: usedMicroUsd / 1e6,
    remaining_usd: Math.max(0, limitMicroUsd - usedMicroUsd) / 1e6,
    // Twelve digits: more are noise of the float division, and fewer hide small orders.
    pct_used: Number(pct.toPrecision(12)),
    order_count: orders,
  };
}
