import { compareExact, exactly } from '../../../../../kit/exact.ts';
import { type Fields, isFields } from '../../../shared/json.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import type { OrderReport } from '../../../shared/live/orderReports.ts';
import { required, sideOf, sumsOf, textOf } from '../../../shared/live/shapes.ts';
import { readPositive } from '../../../shared/wireFields.ts';
import type { OrderRef, VenueFill, VenueOrderState } from '../../../venuePort.ts';
import { createdAtMs, fromVenue } from '../clientIds.ts';
import { spotFillOf } from './fills.ts';
import { spotTypeOf } from './orderTypes.ts';

// An order as the stream of executions reports it. A look-up costs two of the twenty calls that a
// key of the lowest tier has in a minute, so an order that the stream has reported completely is
// not requested again; the trades of every minute's comparison confirm it once more for all orders
// together.

export const executionsStream = 'spot';

/** For this long after a report, an open order counts as unchanged. */
const freshMs = 2_000;
/** Reports of an order this young are still on their way. */
const youngMs = 3_000;
/** The stream is about as fast as an answer. */
const waits = { timesMax: 3, pauseMs: 100 } as const;

/**
 * Returns the order if the stream has reported it completely, after a moment when it is about to.
 */
export async function fromReports(
  call: DialectCall,
  ref: OrderRef,
): Promise<VenueOrderState | undefined> {
  for (let waited = 0; ; waited += 1) {
    const state = asTold(call, ref);
    if (state || waited === waits.timesMax || !isComing(call, ref)) return state;
    await call.clock.sleep(waits.pauseMs);
  }
}

/**
 * Returns the orders that the stream has reported completely, by our ids, after the same moment.
 */
export async function allReported(
  call: DialectCall,
  refs: readonly OrderRef[],
): Promise<ReadonlyMap<string, VenueOrderState>> {
  const states = new Map<string, VenueOrderState>();
  for (let waited = 0; ; waited += 1) {
    const left = refs.filter(({ clientId }) => !states.has(clientId));
    for (const ref of left) {
      const state = asTold(call, ref);
      if (state) states.set(ref.clientId, state);
    }
    const isNoneComing = left.every((ref) => states.has(ref.clientId) || !isComing(call, ref));
    if (isNoneComing || waited === waits.timesMax) return states;
    await call.clock.sleep(waits.pauseMs);
  }
}

/** Waits for the report of an end that the venue has already confirmed. */
export async function untilEnded(call: DialectCall, ref: OrderRef): Promise<void> {
  if (!call.told?.isLive(executionsStream)) return;
  for (let waited = 0; waited < waits.timesMax; waited += 1) {
    const state = asTold(call, ref);
    if (state && state.status !== 'open') return;
    await call.clock.sleep(waits.pauseMs);
  }
}

function isComing({ told: orders, clock }: DialectCall, ref: OrderRef): boolean {
  if (!orders?.isLive(executionsStream)) return false;
  const report = orders.of(ref);
  if (report) return clock.monotonic() - report.atMs < waits.timesMax * waits.pauseMs;
  return clock.now() - (createdAtMs(ref.clientId) ?? 0) < youngMs;
}

/** Returns the order if the stream has reported it completely by now. */
function asTold(call: DialectCall, ref: OrderRef): VenueOrderState | undefined {
  const report = call.told?.of(ref);
  const read = report && readReports(report, ref);
  if (!read || (read.state.status === 'open' && !isFresh(call, ref, report))) return undefined;
  const { state, fills } = read;
  const { venueOrderId, clientId } = state;
  call.links.set(venueOrderId, { venueOrderId, clientId });
  call.heard(fills);
  return state;
}

/** An order may end at any time: a report that is known already is true only while it is new. */
function isFresh(
  { told: orders, clock }: DialectCall,
  ref: OrderRef,
  report: OrderReport,
): boolean {
  const isNews = ref.venueOrderId === undefined || report.rows.at(-1)?.exec_type === 'trade';
  const isRecent = clock.monotonic() - report.atMs <= freshMs;
  return isNews && isRecent && orders?.isLive(executionsStream) === true;
}

/**
 * Other reports change the order, or are about one whose trigger waits: those orders are looked up.
 */
const knownReports: readonly unknown[] = ['pending_new', 'new', 'trade', 'filled', 'canceled'];

interface Read {
  readonly state: VenueOrderState;
  readonly fills: readonly VenueFill[];
}

/** Returns undefined unless the reports are complete and leave no doubt. */
function readReports({ rows }: OrderReport, { symbol, clientId }: OrderRef): Read | undefined {
  const taken = rows.find(({ order_qty: quantity }) => quantity !== undefined);
  const isKnown = rows.every(({ exec_type: kind }) => knownReports.includes(kind));
  const type = spotTypeOf(taken?.order_type);
  const isPlain = taken?.order_type === 'market' || taken?.order_type === 'limit';
  const isOurs = fromVenue(taken?.cl_ord_id) === clientId && taken?.symbol === symbol;
  if (!taken || !isKnown || !isPlain || !isOurs) return undefined;
  const fills = fillsIn(rows, { symbol, clientId });
  const sums = sumsOf(fills);
  const most = Math.max(0, ...rows.map(({ cum_qty: filled }) => Number(filled ?? 0)));
  const quantity = textOf(Number(taken.order_qty));
  const isWhole = isEqual(sums.filled, textOf(most));
  const status = statusOf(rows, isEqual(sums.filled, quantity));
  if (!isWhole || !status) return undefined;
  const createdAtMs = timeOf(taken);
  const state: VenueOrderState = {
    ...sums,
    clientId,
    venueOrderId: String(taken.order_id),
    symbol,
    marketType: 'spot',
    side: sideOf(String(taken.side)),
    type,
    status,
    reason: undefined,
    price: type === 'limit' ? readPositive(taken.limit_price) : undefined,
    stopPrice: undefined,
    quantity,
    createdAtMs,
    updatedAtMs: Math.max(...rows.map(timeOf)),
  };
  return { state, fills };
}

/** Ends that nobody requested have reasons, which only the venue's list of orders gives in full. */
function statusOf(rows: readonly Fields[], isDone: boolean): VenueOrderState['status'] | undefined {
  const end = rows.find(({ exec_type: kind }) => kind === 'filled' || kind === 'canceled');
  if (end?.exec_type === 'filled') return isDone ? 'closed' : undefined;
  if (end) return /user requested/i.test(String(end.reason)) ? 'canceled' : undefined;
  const isStanding = rows.some(({ exec_type: kind }) => kind === 'new');
  // The report that it is over comes after that of its last fill.
  return isStanding && !isDone ? 'open' : undefined;
}

type Named = Pick<VenueFill, 'symbol' | 'clientId'>;

function fillsIn(rows: readonly Fields[], named: Named): readonly VenueFill[] {
  const trades = rows.filter(({ exec_type: kind }) => kind === 'trade');
  const byId = new Map(trades.map((row) => [row.exec_id, row]));
  return [...byId.values()].map((row) =>
    spotFillOf({
      id: String(required(row.exec_id, 'id of a trade')),
      trade: asTrade(row),
      ...named,
    }),
  );
}

/** Returns the row in the terms of the venue's list of trades. */
function asTrade(row: Fields): Fields {
  const fees = Array.isArray(row.fees) ? row.fees.filter(isFields) : [];
  return {
    ordertxid: row.order_id,
    type: row.side,
    price: row.last_price,
    vol: textOf(Number(required(row.last_qty, 'quantity of a trade'))),
    fee: textOf(fees.reduce((sum, { qty }) => sum + Number(qty), 0)),
    maker: row.liquidity_ind === 'm',
    time: timeOf(row) / 1_000,
  };
}

/**
 * Times have microseconds; they are rounded to the nearest millisecond, like those of the venue's
 * lists.
 */
function timeOf({ timestamp }: Fields): number {
  const text = String(timestamp);
  const [, micros = '0'] = /\.\d{3}(\d{1,3})/.exec(text) ?? [];
  const isLater = Number(`0.${micros}`) >= 0.5;
  return required(Date.parse(text) || undefined, 'time of a report') + (isLater ? 1 : 0);
}

function isEqual(one: string, other: string): boolean {
  return compareExact(exactly(one), exactly(other)) === 0;
}
