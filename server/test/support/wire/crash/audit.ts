import type { Store } from '../../../../src/store/types.ts';
import { type Answered, auditAlgorithm } from '../../algorithms/audit.ts';
import { one, units } from '../../exactUnits.ts';
import { depositsAt, places, type WireVenue } from './exchange.ts';
import type { OwnFill, OwnRecords } from './ownRecords.ts';

// Rules between an exchange's own records and what the service reports and stores, once everything
// has ended. None of the service's own arithmetic is used.

interface Found {
  readonly venue: WireVenue;
  readonly records: OwnRecords;
  readonly account: string;
  /** Final state of every algorithm of the account. */
  readonly shown: readonly Answered[];
}

/** Returns what is wrong; empty when all is well. */
export async function auditWireAccount(store: Pick<Store, 'db'>, found: Found): Promise<string[]> {
  const { account, records } = found;
  const rows = await store.db
    .selectFrom('meta_orders')
    .selectAll()
    .where('account_id', '=', account)
    .execute();
  const arrived = rows.filter((row) => row.venue_order_id !== null);
  const stored = new Map(arrived.map((row) => [row.venue_order_id, row]));
  const named = new Set(records.orders.map(({ clientId }) => clientId));
  return [
    ...differing('orders known and orders stored', records.orders.length, arrived.length),
    ...differing('orders and client ids', records.orders.length, named.size),
    ...records.orders.flatMap(({ id, clientId, isOpen, filled }) => {
      const row = stored.get(id);
      if (!row) return [`${id} (${clientId}) is no order of ours`];
      return [
        ...differing(`client id of ${id}`, row.venue_client_id, clientId),
        ...differing(`what ${id} filled`, units(row.quantity_filled), units(filled)),
        ...(isOpen ? [`${id} is still open`] : []),
      ];
    }),
    ...checkChildren(found, arrived),
    ...checkMoney(found),
    ...checkTold(found, rows),
  ];
}

interface Row {
  readonly client_order_id: string;
  readonly venue_order_id: string | null;
}

/** Checks that each order that arrived is one child, and that their fills agree. */
function checkChildren({ records, shown }: Found, arrived: readonly Row[]): string[] {
  const children = shown.flatMap(({ child_orders }) => child_orders as Answered[]);
  const names = new Map(children.map((child) => [child.client_order_id, child]));
  const sums = new Map<string, { quantity: bigint; fee: bigint }>();
  for (const { orderId, quantity, fee } of records.fills) {
    const sum = sums.get(orderId) ?? { quantity: 0n, fee: 0n };
    sums.set(orderId, { quantity: sum.quantity + units(quantity), fee: sum.fee + units(fee) });
  }
  const filled = children.reduce((sum, child) => sum + exact(child.filled_quantity), 0n);
  const told = shown.reduce((sum, { progress }) => sum + exact(progress.filled_quantity), 0n);
  const traded = records.fills.reduce((sum, { quantity }) => sum + units(quantity), 0n);
  return [
    ...differing('children by their names', names.size, children.length),
    ...differing('fills and what children filled', traded, filled),
    ...differing('fills and what algorithms filled', traded, told),
    ...arrived.flatMap(({ client_order_id: name, venue_order_id: id }) => {
      const child = names.get(name);
      const { quantity, fee } = sums.get(id ?? '') ?? { quantity: 0n, fee: 0n };
      if (!child) return [`${name} is no child`];
      return [
        ...differing(`fills of ${name}`, quantity, exact(child.filled_quantity)),
        ...differing(`fees of ${name}`, fee, exact(child.fee)),
      ];
    }),
  ];
}

/** Checks that an algorithm's report about itself agrees with its orders at the exchange. */
function checkTold({ records, shown }: Found, rows: readonly Row[]): string[] {
  const idOf = new Map(rows.map((row) => [row.client_order_id, row.venue_order_id]));
  return shown.flatMap((each) => {
    const orders = new Map<number, Answered>();
    for (const child of each.child_orders) {
      const id = idOf.get(child.client_order_id);
      if (id === undefined) continue;
      const fills = records.fills.filter(({ orderId }) => orderId === id);
      orders.set(child.number, { ...child, ...termsOf(child), ...sumsOf(fills) });
    }
    return auditAlgorithm(each, orders).map((text) => `${each.client_algorithm_id}: ${text}`);
  });
}

/** Names an order's terms as a child does. */
const termsOf = ({ quantity }: Answered) => ({ type: 'limit', amount: quantity });

function sumsOf(fills: readonly OwnFill[]) {
  const sum = (of: (fill: OwnFill) => string) =>
    fills.reduce((all, fill) => all + Number(of(fill)), 0);
  const filled = rounded(sum(({ quantity }) => quantity));
  const average = filled === 0 ? null : sum(({ value }) => value) / filled;
  const fee = { cost: rounded(sum((each) => each.fee)), currency: fills[0]?.feeAsset ?? null };
  return { filled, average, fee };
}

/** Rounds away the rounding error of sums. */
const rounded = (value: number) => Number(value.toFixed(places12));

/** Checks the first balances, plus what each fill gave, took and cost, to the last digit. */
function checkMoney({ venue, records, shown }: Found): string[] {
  const { quote } = places[venue];
  const sums = new Map(
    Object.entries(depositsAt(venue)).map(([asset, text]) => [asset, units(text)]),
  );
  const add = (asset: string, amount: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  const fees = new Map<string, bigint>();
  for (const { side, quantity, value, fee, feeAsset } of records.fills) {
    const sign = side === 'buy' ? 1n : -1n;
    add('BTC', sign * units(quantity));
    add(quote, -sign * units(value));
    add(feeAsset, -units(fee));
    fees.set(feeAsset, (fees.get(feeAsset) ?? 0n) + units(fee));
  }
  const told = shown.flatMap(({ progress }) => progress.fees as Answered[]);
  return [
    ...[...sums].flatMap(([asset, sum]) => differing(asset, records.balances[asset] ?? 0n, sum)),
    ...[...fees].flatMap(([asset, sum]) => {
      const amounts = told.filter((fee) => fee.asset === asset).map(({ amount }) => exact(amount));
      return differing(
        `fees in ${asset}`,
        sum,
        amounts.reduce((all, each) => all + each, 0n),
      );
    }),
  ];
}

/** Decimals of numbers in answers, without the rounding error of float sums. */
const places12 = 12;

function exact(value: number): bigint {
  return units(value.toFixed(places12));
}

function differing(what: string, found: unknown, expected: unknown): string[] {
  const text = (value: unknown) =>
    typeof value === 'bigint' ? `${Number(value) / Number(one)}` : String(value);
  return found === expected ? [] : [`${what}: ${text(found)}, not ${text(expected)}`];
}
