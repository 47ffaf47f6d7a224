import { createHash } from 'node:crypto';
import type { Store } from '../../../src/store/types.ts';
import type {
  OrderIntent,
  OrderOutcome,
  StoredFill,
} from '../../../src/trading/execution/orderStore.ts';
import type { AccountId } from '../../../src/trading/model/account.ts';
import type { InstrumentSymbol } from '../../../src/trading/model/symbol.ts';
import { accountsOn, actor, newAccount } from '../accounts/fixture.ts';

export const accountId = 'desk' as AccountId;
/** The name in the test of look-ups, until it is renamed too. */
export const desk = 'desk' as AccountId;
export const btc = 'BTC/USDT' as InstrumentSymbol;
export const eth = 'ETH/USDT' as InstrumentSymbol;
export const startMs = 1_700_000_000_000;
export const today = '2023-11-14';

/** Adds paper accounts with these ids. */
export async function addAccounts(store: Store, ...ids: readonly string[]): Promise<void> {
  const { accounts } = accountsOn(store);
  for (const id of ids) await accounts.create(newAccount({ id }), actor);
}

/** Returns a limit order for 1 BTC at 10 USDT, USD 10 reserved; equal names give equal ids. */
export function newIntent(name: string, changes: Partial<OrderIntent> = {}): OrderIntent {
  const hex = createHash('sha256').update(name).digest('hex').slice(0, 32);
  return {
    id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    accountId: accountId,
    clientOrderId: name,
    venueClientId: hex,
    requestHash: `hash of ${name}`,
    symbol: btc,
    marketType: 'spot',
    side: 'buy',
    type: 'limit',
    quantity: '1',
    price: '10',
    stopPrice: undefined,
    trailingDelta: undefined,
    timeInForce: 'GTC',
    reduceOnly: false,
    reservedMicroUsd: 10_000_000,
    quoteUsd: 1,
    day: today,
    createdAtMs: startMs,
    actorId: 'key-1',
    parentId: undefined,
    ...changes,
  };
}

/** Closed at a total of 9 USDT for 1 BTC by default. */
export function newOutcome(changes: Partial<OrderOutcome> = {}): OrderOutcome {
  return {
    status: 'closed',
    venueOrderId: 'v-1',
    filled: '1',
    average: 9,
    cost: '9',
    fee: '0.001',
    feeAsset: 'USDT',
    lastTradeAtMs: startMs + 5,
    atMs: startMs + 10,
    ...changes,
  };
}

export function newFill(venueTradeId: string, changes: Partial<StoredFill> = {}): StoredFill {
  return {
    accountId: accountId,
    orderId: undefined,
    venueTradeId,
    venueOrderId: 'v-1',
    symbol: btc,
    marketType: 'spot',
    side: 'buy',
    price: 9.5,
    quantity: '0.10',
    fee: '-0.0001',
    feeAsset: 'USDT',
    liquidity: 'maker',
    atMs: startMs + 5,
    ...changes,
  };
}

/** A limit that no test reaches. */
export const wide = { dailyMicroUsd: 1_000_000_000_000, openOrdersMax: undefined };

/** The limit of the document: USD 100. */
export const usd100 = { dailyMicroUsd: 100_000_000, openOrdersMax: undefined };

/**
 * Returns what each account and day must have used, from the orders alone: the reserved amount
 * while an order is live, else the dollars of its cost, which the fixtures keep in whole
 * millionths.
 */
export async function expectedUsage(store: Store): Promise<Readonly<Record<string, number>>> {
  const orders = await store.db.selectFrom('meta_orders').selectAll().execute();
  const used: Record<string, number> = {};
  for (const order of orders) {
    const name = `${order.account_id} ${order.day}`;
    const isLive = ['pending', 'unknown', 'open'].includes(order.order_status);
    const worth = order.reserved_micro === 0 ? 0 : Number(order.cost) * order.quote_usd * 1e6;
    used[name] = (used[name] ?? 0) + (isLive ? order.reserved_micro : Math.round(worth));
  }
  return used;
}

export async function storedUsage(store: Store): Promise<Readonly<Record<string, number>>> {
  const rows = await store.db.selectFrom('daily_usage').selectAll().execute();
  return Object.fromEntries(
    rows.map((row) => [`${row.account_id} ${row.day}`, row.used_micro_usd]),
  );
}
