import type { TrueOrder, VenueName } from '@windlass/simulator';
import pg from 'pg';
import type { Departure, FailoverSetup } from './setup.ts';
import type { SentOrder } from './steadyClient.ts';

/** An order as it is stored. */
interface OrderRow {
  readonly client_order_id: string;
  readonly account_id: string;
  readonly venue_client_id: string;
  readonly order_status: string;
  readonly quantity: string;
  readonly quantity_filled: string;
  readonly reject_code: string | null;
  readonly reason: string | null;
}

/** An order that contradicts the exchanges' own records. */
export interface WrongOrder {
  readonly words: string;
  /** Time of the request, in ms since the epoch. */
  readonly askedMs: number;
}

/** All contradictions to the exchanges' own records. */
export interface Verdict {
  readonly sent: number;
  readonly atExchange: number;
  readonly doubled: readonly WrongOrder[];
  readonly lost: readonly WrongOrder[];
  /**
   * Orders that an exchange took, while their row, or the caller's answer, says that none ever did.
   */
  readonly late: readonly WrongOrder[];
  /** Orders whose row or answer ends differently from the exchange's own record. */
  readonly wrongStates: readonly WrongOrder[];
  /** Orders that left a process while another had the lease. */
  readonly afterLease: readonly WrongOrder[];
  readonly unanswered: number;
  readonly unsettled: readonly WrongOrder[];
}

/** Names of the lists of a verdict; all of them must be empty. */
export const wrongKinds = [
  'doubled',
  'lost',
  'late',
  'wrongStates',
  'afterLease',
  'unsettled',
] as const;

const ended: ReadonlySet<string> = new Set(['closed', 'canceled', 'expired', 'rejected']);

async function readOrders(databaseUrl: string): Promise<readonly OrderRow[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<OrderRow>(
      `select client_order_id, account_id, venue_client_id, order_status, quantity,
        quantity_filled, reject_code, reason from meta_orders`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** Compares the tables and the callers' answers with the records of the exchanges. */
export async function judge(setup: FailoverSetup, sent: readonly SentOrder[]): Promise<Verdict> {
  const rows = await readOrders(setup.databaseUrl);
  const byName = new Map(rows.map((row) => [row.client_order_id, row]));
  const truth = new Map(setup.accounts.map((account) => [account, trueOrders(setup, account)]));
  const found = {
    doubled: [] as WrongOrder[],
    lost: [] as WrongOrder[],
    late: [] as WrongOrder[],
    wrongStates: [] as WrongOrder[],
    unsettled: [] as WrongOrder[],
  };
  let atExchange = 0;
  for (const order of sent) {
    const there = truth.get(order.account)?.get(order.quantity) ?? [];
    atExchange += there.length;
    const row = byName.get(order.name);
    const wrong = { words: wordsOf(order, row, there), askedMs: order.askedMs };
    if (there.length > 1) found.doubled.push(wrong);
    if (there.length > 0 && !row) found.lost.push(wrong);
    if (order.status === 200 && isTaken(order.told) && there.length === 0) found.lost.push(wrong);
    if (isLate(order, row, there)) found.late.push(wrong);
    if (row && !ended.has(row.order_status)) found.unsettled.push(wrong);
    else if (row && !isTrue(row, there[0])) found.wrongStates.push(wrong);
  }
  return {
    ...found,
    sent: sent.length,
    atExchange,
    afterLease: afterLease(setup, rows, new Map(sent.map((each) => [each.name, each]))),
    unanswered: sent.filter(({ status }) => status === undefined).length,
  };
}

/** True when an exchange took an order that was already reported as never taken. */
function isLate(
  { told }: SentOrder,
  row: OrderRow | undefined,
  there: readonly TrueOrder[],
): boolean {
  const isThere = there.some(({ status }) => status !== 'rejected');
  return isThere && (told === 'rejected' || row?.order_status === 'rejected');
}

function isTaken(told: string | undefined): boolean {
  return told === 'open' || told === 'closed' || told === 'expired' || told === 'canceled';
}

function isTrue(row: OrderRow, there: TrueOrder | undefined): boolean {
  if (!there) return row.order_status === 'rejected';
  if (row.order_status === 'rejected') return there.status === 'rejected';
  const isFull = Number(there.filled) === Number(there.quantity);
  const isSameEnd = isFull === (row.order_status === 'closed');
  return isSameEnd && Number(row.quantity_filled) === Number(there.filled);
}

function wordsOf(
  { name, account, quantity, status, told, code }: SentOrder,
  row: OrderRow | undefined,
  there: readonly TrueOrder[],
): string {
  const stored = row
    ? `${row.order_status} ${row.quantity_filled} ${row.reject_code ?? ''} ${row.reason ?? ''}`
    : 'nothing';
  const atExchange = there.map((each) => `${each.status} ${each.filled}`).join(', ');
  const said = `${status ?? 'nothing'} ${told ?? ''} ${code ?? ''}`;
  return `${name} of ${quantity} at ${account}: told ${said}; stored ${stored}; there ${atExchange}`;
}

function trueOrders(
  setup: FailoverSetup,
  account: string,
): ReadonlyMap<number, readonly TrueOrder[]> {
  const venue = account.replace('live-', '') as VenueName;
  const all = setup.simulator.orders(venue, setup.apiKeyAt(venue));
  return Map.groupBy(all, ({ quantity }) => Number(quantity));
}

/** Milliseconds by which the watch sees a takeover late, at most. */
const watchedWithinMs = 100;

/** Returns orders that left a process after another had taken the lease from it. */
function afterLease(
  setup: FailoverSetup,
  rows: readonly OrderRow[],
  sent: ReadonlyMap<string, SentOrder>,
): readonly WrongOrder[] {
  const reigns = setup.lease.reigns();
  const found: WrongOrder[] = [];
  for (const { venue_client_id, client_order_id } of rows) {
    const departure = setup.departures.get(venue_client_id);
    if (!departure) continue;
    const { member, atMs } = departure;
    const reignAt = (ms: number) => reigns.findLast(({ fromMs }) => fromMs <= ms);
    const ownerAt = (ms: number) => setup.memberOf(reignAt(ms)?.holder ?? '')?.process.name;
    if (ownerAt(atMs) === member || ownerAt(atMs + watchedWithinMs) === member) continue;
    if (isHeldUp(setup, departure)) continue;
    const byMs = atMs - (reignAt(atMs)?.fromMs ?? 0);
    const words = `${client_order_id} left ${member} ${byMs} ms after ${ownerAt(atMs)} took over`;
    found.push({ words, askedMs: sent.get(client_order_id)?.askedMs ?? atMs });
  }
  return found;
}

/**
 * Milliseconds after a repaired connection within which the system repeats what was not
 * acknowledged.
 */
const repeatedWithinMs = 15_000;

/**
 * True for an order that left before its connection was cut; its exchange refuses it by its
 * deadline.
 */
function isHeldUp({ partitions }: FailoverSetup, { member, atMs }: Departure): boolean {
  return partitions.some(
    (each) =>
      each.member === member && atMs > each.fromMs && atMs < each.untilMs + repeatedWithinMs,
  );
}
