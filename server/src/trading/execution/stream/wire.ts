import {
  type OrderFillEvent,
  type OrderUpdateEvent,
  subscribeOrdersPayload,
  unsubscribeOrdersPayload,
} from '@windlass/contract';
import {
  type Exact,
  formatExact,
  multiplyExact,
  parseExact,
  zeroExact,
} from '../../../kit/exact.ts';
import { isoTime } from '../../../kit/isoTime.ts';
import { Secret } from '../../../kit/secret.ts';
import { firstIssue } from '../../stream/keyed/index.ts';
import type { Claim, Refused } from '../../stream/keyed/types.ts';
import type { StoredFill, StoredOrder } from '../orderStore.ts';
import { toOrderStatus } from '../wire.ts';

const example = '{"key": "ak_…", "exchange_account_id": "paper-binance"}';

/** Reads `subscribe_orders` with any content. A refusal repeats nothing of it. */
export function parseSubscribeOrders(payload: unknown): Claim | Refused {
  const parsed = subscribeOrdersPayload.safeParse(payload ?? {});
  if (!parsed.success) return { refused: firstIssue(payload, parsed.error, example) };
  const { key, exchange_account_id: name } = parsed.data;
  return { key: new Secret(key), name };
}

export function parseUnsubscribeOrders(payload: unknown): { name: string } | Refused {
  const parsed = unsubscribeOrdersPayload.safeParse(payload ?? {});
  if (!parsed.success) return { refused: firstIssue(payload, parsed.error, example) };
  return { name: parsed.data.exchange_account_id };
}

/** Returns an order update (Trading §2.3) with the fields that a stream needs. */
export function toOrderUpdate(order: StoredOrder, sequence: number): OrderUpdateEvent {
  return { exchange_account_id: order.accountId, sequence, ...toOrderStatus({ stored: order }) };
}

export function toOrderFill(
  fill: StoredFill,
  known: { readonly sequence: number; readonly clientOrderId: string | undefined },
): OrderFillEvent {
  return {
    exchange_account_id: fill.accountId,
    sequence: known.sequence,
    order_id: fill.venueOrderId,
    client_order_id: known.clientOrderId ?? null,
    trade_id: fill.venueTradeId,
    symbol: fill.symbol,
    market_type: fill.marketType,
    side: fill.side,
    price: fill.price,
    amount: Number(fill.quantity),
    cost: asNumber(multiplyExact(exact(String(fill.price)), exact(fill.quantity))),
    fee: Number(fill.fee),
    fee_currency: fill.feeAsset,
    liquidity: fill.liquidity,
    timestamp: fill.atMs,
    datetime: isoTime(fill.atMs),
  };
}

/** Reads stored decimal text; a wrong text counts as zero, so that it cannot stop other events. */
function exact(decimal: string): Exact {
  return parseExact(decimal) ?? zeroExact;
}

function asNumber(value: Exact): number {
  return Number(formatExact(value));
}
