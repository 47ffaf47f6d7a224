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
import { kindOf } from '../../stream/index.ts';
import type { StoredFill, StoredOrder } from '../orderStore.ts';
import { toOrderStatus } from '../wire.ts';

/** Who wants to hear of which account; the account is only a name yet. */
export interface Claim {
  readonly key: Secret;
  readonly accountId: string;
}

interface Refused {
  readonly refused: string;
}

/** Reads `subscribe_orders`, whatever it holds. No refusal repeats anything of it. */
export function parseSubscribeOrders(payload: unknown): Claim | Refused {
  const parsed = subscribeOrdersPayload.safeParse(payload ?? {});
  if (!parsed.success) return { refused: firstIssue(payload, parsed.error) };
  const { key, exchange_account_id: accountId } = parsed.data;
  return { key: new Secret(key), accountId };
}

export function parseUnsubscribeOrders(payload: unknown): { accountId: string } | Refused {
  const parsed = unsubscribeOrdersPayload.safeParse(payload ?? {});
  if (!parsed.success) return { refused: firstIssue(payload, parsed.error) };
  return { accountId: parsed.data.exchange_account_id };
}

interface Issues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

function firstIssue(payload: unknown, error: Issues): string {
  const [issue] = error.issues;
  if (issue && issue.path.length > 0) return issue.message;
  const example = '{"key": "ak_…", "exchange_account_id": "paper-binance"}';
  return `Expected an object such as ${example}, received ${kindOf(payload)}`;
}

/** Trading §2.3, with what a stream needs. */
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

/** What is stored is decimal text; anything else must not stop the events of others. */
function exact(decimal: string): Exact {
  return parseExact(decimal) ?? zeroExact;
}

function asNumber(value: Exact): number {
  return Number(formatExact(value));
}
