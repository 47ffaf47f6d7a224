import type { Selectable } from 'kysely';
import type { Schema } from '../../../src/store/schema.ts';
import type { Store } from '../../../src/store/types.ts';
import type { VenueFill, VenueOrderState } from '../../../src/trading/venues/venuePort.ts';
import { one, textOf, units } from '../exactUnits.ts';
import type { SentOrder } from './load.ts';

// Rules for the tables once a service has settled, checked with the rows alone. None of the
// service's own arithmetic is used.

type OrderRow = Schema['meta_orders'];

interface Rows {
  readonly orders: readonly OrderRow[];
  readonly fills: readonly Schema['order_fills'][];
  readonly usage: readonly Schema['daily_usage'][];
  readonly venueOrders: readonly { readonly account: string; readonly state: VenueOrderState }[];
  readonly venueFills: readonly { readonly account: string; readonly fill: VenueFill }[];
  readonly accounts: readonly Selectable<Schema['exchange_accounts']>[];
}

export interface OrderAudit {
  /** The broken rules; empty when all is well. */
  readonly violations: readonly string[];
  readonly orders: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Amount of each coin that each account must have in its spot wallet, as decimal text. */
  readonly balances: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export async function auditOrders(store: Store, sent: readonly SentOrder[]): Promise<OrderAudit> {
  const rows = await readRows(store);
  const statuses: Record<string, number> = {};
  for (const { order_status } of rows.orders) {
    statuses[order_status] = (statuses[order_status] ?? 0) + 1;
  }
  const violations = [
    ...checkAnswers(rows, sent),
    ...checkVenue(rows),
    ...checkFills(rows),
    ...checkUsage(rows),
  ];
  return { violations, orders: rows.orders.length, statuses, balances: balancesOf(rows) };
}

async function readRows({ db }: Store): Promise<Rows> {
  const paperOrders = await db.selectFrom('paper_orders').selectAll().execute();
  const paperFills = await db.selectFrom('paper_fills').selectAll().execute();
  return {
    orders: await db.selectFrom('meta_orders').selectAll().execute(),
    fills: await db.selectFrom('order_fills').selectAll().execute(),
    usage: await db.selectFrom('daily_usage').selectAll().execute(),
    accounts: await db.selectFrom('exchange_accounts').selectAll().execute(),
    venueOrders: paperOrders.map(({ account, order_json }) => ({
      account: accountOf(account),
      state: stateOf(order_json),
    })),
    venueFills: paperFills.map(({ account, fill_json }) => ({
      account: accountOf(account),
      fill: JSON.parse(fill_json) as VenueFill,
    })),
  };
}

/** Returns the state alone, or the one beside the engine's own data of the order. */
function stateOf(json: string): VenueOrderState {
  const said = JSON.parse(json) as VenueOrderState | { readonly state: VenueOrderState };
  return 'state' in said ? said.state : said;
}

/** The venue's tables name an account by its id and its creation time. */
function accountOf(life: string): string {
  return life.slice(0, life.lastIndexOf('@'));
}

/** Checks that every answer a client ever got is still true. */
function checkAnswers(rows: Rows, sent: readonly SentOrder[]): string[] {
  const stored = new Map(
    rows.orders.map((row) => [`${row.account_id} ${row.client_order_id}`, row]),
  );
  return sent.flatMap(({ accountId, clientId, answer, cancelled }) => {
    const row = stored.get(`${accountId} ${clientId}`);
    const found = row && `${row.order_status} ${row.quantity_filled}`;
    if (answer?.status === 200) {
      if (!row) return [`${clientId} was acknowledged and is not stored`];
      const { order_id, order_status, quantity_filled = 0 } = answer.data;
      if (row.venue_order_id !== order_id) return [`${clientId} is another order at the venue`];
      const isLess = Number(row.quantity_filled) < quantity_filled;
      const isOther = order_status !== 'open' && row.order_status !== order_status;
      if (isLess || isOther) return [`${clientId} was ${order_status}, and is ${found}`];
    }
    if (cancelled?.status === 200 && row?.order_status !== cancelled.data.status) {
      return [`${clientId} was answered as ${cancelled.data.status}, and is ${found}`];
    }
    return [];
  });
}

/** Checks that our record of an order equals the venue's, and that the venue has it once. */
function checkVenue({ orders, venueOrders }: Rows): string[] {
  const atVenue = Map.groupBy(venueOrders, ({ state }) => state.clientId);
  const ours = new Set(orders.map((row) => row.venue_client_id));
  const strangers = venueOrders.filter(({ state }) => !ours.has(state.clientId ?? ''));
  const differing = orders.flatMap((row) => {
    const found = atVenue.get(row.venue_client_id) ?? [];
    const [only] = found;
    if (found.length > 1) return [`${row.client_order_id} is ${found.length} orders at the venue`];
    if (!only) {
      return row.order_status === 'rejected' ? [] : [`${row.client_order_id} is not at the venue`];
    }
    const { account, state } = only;
    const said = [account, state.venueOrderId, state.status, state.filled, state.cost].join(' ');
    const kept = [
      row.account_id,
      row.venue_order_id,
      row.order_status,
      row.quantity_filled,
      row.cost,
    ].join(' ');
    return said === kept ? [] : [`${row.client_order_id} is ${kept}; the venue has ${said}`];
  });
  return [
    ...strangers.map(({ state }) => `the venue has ${state.venueOrderId}, which is not stored`),
    ...differing,
  ];
}

/**
 * Checks that each execution at the venue is stored once, with its order, and that they sum up to
 * what is filled.
 */
function checkFills({ orders, fills, venueFills }: Rows): string[] {
  const kept = new Map(fills.map((fill) => [`${fill.account_id} ${fill.venue_trade_id}`, fill]));
  const byClient = new Map(orders.map((row) => [row.venue_client_id, row]));
  const missing = venueFills.flatMap(({ account, fill }) => {
    const stored = kept.get(`${account} ${fill.venueTradeId}`);
    const order = byClient.get(fill.clientId ?? '');
    if (!stored) return [`fill ${fill.venueTradeId} of ${order?.client_order_id} is not stored`];
    const isOfOrder = stored.venue_order_id === order?.venue_order_id;
    return isOfOrder && stored.quantity === fill.quantity
      ? []
      : [`fill ${fill.venueTradeId} differs`];
  });
  const filled = new Map<string, bigint>();
  for (const { fill } of venueFills) {
    const before = filled.get(fill.venueOrderId) ?? 0n;
    filled.set(fill.venueOrderId, before + units(fill.quantity));
  }
  const unequal = orders
    .filter((row) => units(row.quantity_filled) !== (filled.get(row.venue_order_id ?? '') ?? 0n))
    .map((row) => `${row.client_order_id} is filled by something else than its fills`);
  const isMore = fills.length > venueFills.length ? ['there are fills the venue has not'] : [];
  return [...missing, ...unequal, ...isMore];
}

/** Checks that the limit counts what live orders reserved and what ended ones cost, rounded up. */
function checkUsage({ orders, usage }: Rows): string[] {
  const sums = new Map<string, { used: bigint; count: number }>();
  for (const row of orders) {
    const day = `${row.account_id} ${row.day}`;
    const { used, count } = sums.get(day) ?? { used: 0n, count: 0 };
    sums.set(day, { used: used + countedMicro(row), count: count + 1 });
  }
  const kept = new Map(usage.map((row) => [`${row.account_id} ${row.day}`, row]));
  const days = new Set([...sums.keys(), ...kept.keys()]);
  return [...days].flatMap((day) => {
    const { used, count } = sums.get(day) ?? { used: 0n, count: 0 };
    const row = kept.get(day);
    const isSame = BigInt(row?.used_micro_usd ?? 0) === used && row?.order_count === count;
    return isSame ? [] : [`${day} uses ${row?.used_micro_usd} of ${row?.order_count}, not ${used}`];
  });
}

function countedMicro(row: OrderRow): bigint {
  if (['pending', 'unknown', 'open'].includes(row.order_status)) return BigInt(row.reserved_micro);
  if (row.reserved_micro === 0) return 0n;
  const worth = units(row.cost) * units(String(row.quote_usd));
  const perMicro = (one * one) / 1_000_000n;
  return (worth + perMicro - 1n) / perMicro;
}

/** Returns the first balances, plus what each fill on spot gave and took, to the last digit. */
function balancesOf({ accounts, venueFills }: Rows): OrderAudit['balances'] {
  const sums = new Map(
    accounts.map(({ id, paper_balances }) => {
      const wallets = JSON.parse(paper_balances ?? '{}') as Record<string, Record<string, string>>;
      const spot = wallets.spot ?? Object.values(wallets)[0] ?? {};
      const scaled = Object.entries(spot).map(
        ([asset, text]) => [asset, units(text) * one] as const,
      );
      return [id, new Map(scaled)];
    }),
  );
  const ofSpot = venueFills.filter(({ fill }) => !fill.symbol.includes(':'));
  for (const { account, fill } of ofSpot) {
    const wallet = sums.get(account);
    const [base = '', quote = ''] = fill.symbol.split('/');
    const add = (asset: string, amount: bigint) =>
      wallet?.set(asset, (wallet.get(asset) ?? 0n) + amount);
    const sign = fill.side === 'buy' ? 1n : -1n;
    add(base, sign * units(fill.quantity) * one);
    add(quote, -sign * units(fill.quantity) * units(String(fill.price)));
    add(fill.feeAsset, -units(fill.fee) * one);
  }
  return new Map(
    [...sums].map(([id, wallet]) => [
      id,
      new Map([...wallet].map(([asset, amount]) => [asset, textOf(amount)])),
    ]),
  );
}
