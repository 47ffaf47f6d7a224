import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  addExact,
  compareExact,
  divideExact,
  type Exact,
  exactly,
  formatExact,
  multiplyExact,
  roundUpExact,
  subtractExact,
  zeroExact,
} from '../../kit/exact.ts';
import type { FillRow, OrderRow, Schema } from '../schema.ts';

type Db = Kysely<Schema>;

/**
 * Version 0.1.0 sent orders in inverse contracts at one exchange, and stored its contracts as base
 * units: 3 contracts, USD 300, as 3 BTC. They become base units at the prices of their fills; what
 * did not fill, at the order's own. What they counted of their day's limit is put right with them,
 * and each order says so. Other exchanges rejected such orders, and those stay as they were sent.
 */
export function inverseUnits(): Migration {
  return {
    async up(db: Db) {
      const orders = (await wrongOrders(db)).filter(({ symbol }) => isInverse(symbol));
      const markets = new Map(orders.map((order) => [marketOf(order), order]));
      const fills = new Map<string, readonly FillRow[]>();
      for (const [market, order] of markets) fills.set(market, await convertFills(db, order));
      for (const order of orders) {
        await convertOrder(db, order, fills.get(marketOf(order)) ?? []);
      }
      for (const { account_id, symbol } of markets.values()) {
        await markDifferences(db, account_id, symbol);
      }
    },
  };
}

const decimals = 24;

/** Every other contract of that exchange is worth ten dollars. */
function contractSize(symbol: string): Exact {
  return exactly(symbol.startsWith('BTC/') ? 100 : 10);
}

function isInverse(symbol: string): boolean {
  const [, base, settle] = /^([^/]+)\/[^:]+:([^-]+)/.exec(symbol) ?? [];
  return base !== undefined && base === settle;
}

function marketOf({ account_id, symbol }: Pick<OrderRow, 'account_id' | 'symbol'>): string {
  return `${account_id} ${symbol}`;
}

function wrongOrders(db: Db): Promise<OrderRow[]> {
  return db
    .selectFrom('meta_orders')
    .selectAll('meta_orders')
    .innerJoin('exchange_accounts', 'exchange_accounts.id', 'meta_orders.account_id')
    .where('exchange_accounts.mode', '=', 'live')
    .where('meta_orders.symbol', 'like', '%:%')
    .where('meta_orders.order_status', '!=', 'rejected')
    .execute();
}

/** Returns the fills of the market as they were stored. */
async function convertFills(
  db: Db,
  { account_id, symbol }: Pick<OrderRow, 'account_id' | 'symbol'>,
): Promise<readonly FillRow[]> {
  const fills = await db
    .selectFrom('order_fills')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('symbol', '=', symbol)
    .execute();
  for (const fill of fills) {
    await db
      .updateTable('order_fills')
      .set({ quantity: formatExact(baseOf(fill)) })
      .where('account_id', '=', account_id)
      .where('symbol', '=', symbol)
      .where('market_type', '=', fill.market_type)
      .where('venue_trade_id', '=', fill.venue_trade_id)
      .execute();
  }
  return fills;
}

/** Base units of what was stored as a number of contracts. */
function baseOf({
  symbol,
  quantity,
  price,
}: Pick<FillRow, 'symbol' | 'quantity' | 'price'>): Exact {
  return baseAt(multiplyExact(exactly(quantity), contractSize(symbol)), price);
}

function baseAt(dollars: Exact, price: number): Exact {
  return price > 0 ? divideExact(dollars, exactly(price), decimals) : zeroExact;
}

async function convertOrder(
  db: Db,
  order: OrderRow,
  marketFills: readonly FillRow[],
): Promise<void> {
  const own = marketFills.filter(({ order_id }) => order_id === order.id);
  const sizes = sizesOf(order, own, marketFills.at(-1)?.price);
  const reserved_micro =
    order.reserved_micro === 0 ? 0 : microOf(order, dollarsOf(order, order.quantity));
  const settled_micro =
    order.settled_micro === null || order.settled_micro === 0
      ? order.settled_micro
      : microOf(order, exactly(sizes.cost));
  const reason = [order.reason, noteOf(order)].filter((text) => text !== null).join(' ');
  await db
    .updateTable('meta_orders')
    .set({ ...sizes, reserved_micro, settled_micro, reason })
    .where('id', '=', order.id)
    .execute();
  const before = order.settled_micro ?? order.reserved_micro;
  const change = (settled_micro ?? reserved_micro) - before;
  const { used_micro_usd: used } = (await usageOf(db, order)) ?? { used_micro_usd: 0 };
  await db
    .updateTable('daily_usage')
    .set({ used_micro_usd: Math.max(0, Number(used) + change) })
    .where('account_id', '=', order.account_id)
    .where('day', '=', order.day)
    .execute();
}

function usageOf(db: Db, { account_id, day }: OrderRow) {
  return db
    .selectFrom('daily_usage')
    .select('used_micro_usd')
    .where('account_id', '=', account_id)
    .where('day', '=', day)
    .executeTakeFirst();
}

type Sizes = Pick<OrderRow, 'quantity' | 'quantity_filled' | 'cost' | 'avg_fill_price'>;

function sizesOf(order: OrderRow, fills: readonly FillRow[], lastPrice: number | undefined): Sizes {
  const contracts = fills.reduce((sum, fill) => addExact(sum, exactly(fill.quantity)), zeroExact);
  const isWhole = compareExact(contracts, exactly(order.quantity_filled)) === 0;
  const bases = fills.map(baseOf);
  const worth = dollarsOf(order, order.quantity_filled);
  const filled = isWhole
    ? bases.reduce(addExact, zeroExact)
    : baseAt(worth, order.avg_fill_price ?? 0);
  const left = dollarsOf(
    order,
    formatExact(subtractExact(exactly(order.quantity), exactly(order.quantity_filled))),
  );
  const price = Number(order.price ?? order.stop_price ?? order.avg_fill_price ?? lastPrice ?? 0);
  const isOpen = left.digits > 0n;
  const rest = isOpen ? baseAt(left, price) : zeroExact;
  return {
    quantity: formatExact(addExact(filled, rest)),
    quantity_filled: formatExact(filled),
    cost: isWhole ? costOf(fills) : formatExact(worth),
    avg_fill_price: averageOf(order, worth, filled),
  };
}

/** As an order sums up its fills: each in base units at its own price. */
function costOf(fills: readonly FillRow[]): string {
  const parts = fills.map((fill) => multiplyExact(baseOf(fill), exactly(fill.price)));
  return formatExact(parts.reduce(addExact, zeroExact));
}

/** Dollars over base units: of contracts worth a fixed amount of dollars, the mean is harmonic. */
function averageOf({ avg_fill_price }: OrderRow, worth: Exact, filled: Exact): number | null {
  if (avg_fill_price === null || filled.digits === 0n) return avg_fill_price;
  return Number(Number(formatExact(divideExact(worth, filled, decimals))).toPrecision(15));
}

function dollarsOf({ symbol }: OrderRow, contracts: string): Exact {
  return multiplyExact(exactly(contracts), contractSize(symbol));
}

function microOf({ quote_usd }: OrderRow, dollars: Exact): number {
  return Number(roundUpExact(multiplyExact(dollars, exactly(quote_usd)), 6));
}

function noteOf({ quantity, symbol }: OrderRow): string {
  const each = formatExact(contractSize(symbol));
  const sent = `Sent as ${quantity} contracts of USD ${each} by version 0.1.0`;
  return `${sent}, which counted them as base units.`;
}

async function markDifferences(db: Db, accountId: string, symbol: string): Promise<void> {
  const note = ' Version 0.1.0 counted the fills of this contract in a wrong unit.';
  await db
    .updateTable('reconciliation_differences')
    .set({ reason: sql<string>`reason || ${note}` })
    .where('account_id', '=', accountId)
    .where('symbol', '=', symbol)
    .execute();
}
