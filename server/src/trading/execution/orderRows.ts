import { assert } from '../../kit/assert.ts';
import { exactly, formatExact, multiplyExact } from '../../kit/exact.ts';
import type { FillRow, OrderRow, OutcomeRow } from '../../store/schema.ts';
import type { AccountId } from '../model/account.ts';
import type { OrderType, TimeInForce } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { OrderIntent, OrderOutcome, StoredFill, StoredOrder } from './orderStore.ts';

/** Returns the row of an order about which nothing is known yet. */
export function toOrderRow(intent: OrderIntent): OrderRow {
  return {
    id: intent.id,
    account_id: intent.accountId,
    client_order_id: intent.clientOrderId,
    venue_client_id: intent.venueClientId,
    request_hash: intent.requestHash,
    symbol: intent.symbol,
    market_type: intent.marketType,
    side: intent.side,
    order_type: intent.type,
    quantity: intent.quantity,
    price: intent.price ?? null,
    stop_price: intent.stopPrice ?? null,
    trailing_delta: intent.trailingDelta ?? null,
    time_in_force: intent.timeInForce,
    reduce_only: intent.reduceOnly ? 1 : 0,
    position_leg: intent.leg ?? null,
    reserved_micro: intent.reservedMicroUsd,
    settled_micro: null,
    quote_usd: intent.quoteUsd,
    day: intent.day,
    actor_id: intent.actorId,
    parent_id: intent.parentId ?? null,
    created_at_ms: intent.createdAtMs,
    send_before_ms: intent.sendBeforeAtMs ?? null,
    order_status: 'pending',
    venue_order_id: null,
    quantity_filled: '0',
    avg_fill_price: null,
    cost: '0',
    fee: '0',
    fee_currency: null,
    reject_code: null,
    reason: null,
    last_traded_timestamp: null,
    updated_at_ms: intent.createdAtMs,
    version: 0,
  };
}

/** Returns the order of a row. Only `toOrderRow` writes rows, so its texts have the right types. */
export function fromOrderRow(row: OrderRow): StoredOrder {
  return {
    id: row.id,
    accountId: row.account_id as AccountId,
    clientOrderId: row.client_order_id,
    venueClientId: row.venue_client_id,
    requestHash: row.request_hash,
    symbol: row.symbol as InstrumentSymbol,
    marketType: row.market_type,
    side: row.side,
    type: row.order_type as OrderType,
    quantity: row.quantity,
    price: row.price ?? undefined,
    stopPrice: row.stop_price ?? undefined,
    trailingDelta: row.trailing_delta ?? undefined,
    timeInForce: row.time_in_force as TimeInForce,
    reduceOnly: row.reduce_only === 1,
    leg: row.position_leg ?? undefined,
    reservedMicroUsd: row.reserved_micro,
    quoteUsd: row.quote_usd,
    day: row.day,
    createdAtMs: row.created_at_ms,
    sendBeforeAtMs: row.send_before_ms ?? undefined,
    actorId: row.actor_id,
    parentId: row.parent_id ?? undefined,
    status: row.order_status,
    venueOrderId: row.venue_order_id ?? undefined,
    filled: row.quantity_filled,
    average: row.avg_fill_price ?? undefined,
    cost: row.cost,
    fee: row.fee,
    feeAsset: row.fee_currency ?? undefined,
    rejectCode: row.reject_code ?? undefined,
    reason: row.reason ?? undefined,
    lastTradeAtMs: row.last_traded_timestamp ?? undefined,
    updatedAtMs: row.updated_at_ms,
    version: row.version,
  };
}

export function toOutcomeRow(outcome: OrderOutcome): OutcomeRow {
  return {
    order_status: outcome.status,
    venue_order_id: outcome.venueOrderId ?? null,
    quantity_filled: checked(outcome.filled),
    avg_fill_price: outcome.average ?? null,
    cost: costOf(outcome),
    fee: checked(outcome.fee),
    fee_currency: outcome.feeAsset ?? null,
    reject_code: outcome.rejectCode ?? null,
    reason: outcome.reason ?? null,
    last_traded_timestamp: outcome.lastTradeAtMs ?? null,
    at_ms: outcome.atMs,
  };
}

export function toFillRow(fill: StoredFill): FillRow {
  return {
    account_id: fill.accountId,
    market_type: fill.marketType,
    symbol: fill.symbol,
    venue_trade_id: fill.venueTradeId,
    venue_order_id: fill.venueOrderId,
    order_id: fill.orderId ?? null,
    side: fill.side,
    price: fill.price,
    quantity: fill.quantity,
    fee: fill.fee,
    fee_asset: fill.feeAsset,
    liquidity: fill.liquidity,
    at_ms: fill.atMs,
  };
}

export function fromFillRow(row: FillRow): StoredFill {
  return {
    accountId: row.account_id as AccountId,
    marketType: row.market_type,
    symbol: row.symbol as InstrumentSymbol,
    venueTradeId: row.venue_trade_id,
    venueOrderId: row.venue_order_id,
    orderId: row.order_id ?? undefined,
    side: row.side,
    price: row.price,
    quantity: row.quantity,
    fee: row.fee,
    feeAsset: row.fee_asset,
    liquidity: row.liquidity,
    atMs: row.at_ms,
  };
}

/**
 * Returns the cost of the fills. The daily limit is settled by the cost, so fills without one would
 * cost nothing.
 */
function costOf({ filled, cost, average }: OrderOutcome): string | null {
  if (cost !== undefined || filled === undefined) return checked(cost);
  const quantity = exactly(filled);
  if (quantity.digits === 0n) return null;
  assert(average !== undefined, 'an outcome with fills says what they cost');
  return formatExact(multiplyExact(quantity, exactly(average)));
}

/** Returns the text unchanged, after a check that it is a number. */
function checked(text: string | undefined): string | null {
  if (text === undefined) return null;
  exactly(text);
  return text;
}
