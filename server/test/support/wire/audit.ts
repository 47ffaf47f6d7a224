import type { TrueOrder } from '@windlass/simulator';
import type { StoredFill, StoredOrder } from '../../../src/trading/execution/orderStore.ts';
import type { DrawnOrder } from './draw.ts';

/** The answer that a caller got when it sent an order. */
export interface SendAnswer {
  readonly name: string;
  readonly status: number;
  readonly orderStatus: string | undefined;
  readonly orderId: string | undefined;
}

/** Everything that is known of a run on both sides of the wire. */
export interface WireRecords {
  readonly asked: readonly DrawnOrder[];
  readonly answers: readonly SendAnswer[];
  /** Names of orders that a caller asked to cancel. */
  readonly cancelled: ReadonlySet<string>;
  /** Orders as the exchange has them. */
  readonly there: readonly TrueOrder[];
  /** Number of orders that it took from everybody since the run began. */
  readonly accepted: number;
  /** Orders as we have them, by the caller's name. */
  readonly here: ReadonlyMap<string, StoredOrder>;
  /** Every report of a fill. */
  readonly fills: readonly StoredFill[];
}

/** Below any lot of any market, above the rounding error of adding tenths. */
const noise = 1e-9;
const isSame = (a: number, b: number) => Math.abs(a - b) <= noise * Math.max(1, Math.abs(a));

/**
 * Returns what is wrong with a run, in sentences; the code under test has no part in it. An order
 * of the exchange is recognised by side and quantity, not by an id that an adapter wrote or read.
 */
export function audit(records: WireRecords): readonly string[] {
  const { asked, there, accepted } = records;
  const isAsked = ({ side, quantity }: TrueOrder) =>
    asked.some((order) => order.side === side && isSame(order.quantity, Number(quantity)));
  const strangers = there.filter((order) => !isAsked(order));
  return [
    ...strangers.map(({ side, quantity }) => `nobody asked to ${side} ${quantity}`),
    ...(accepted === there.length
      ? []
      : [`the exchange took ${accepted} orders and has ${there.length}`]),
    ...asked.flatMap((order) => judge(records, order).map((fault) => `${order.name}: ${fault}`)),
    ...twice(records.fills.map(({ venueTradeId }) => venueTradeId)).map(
      (id) => `the fill ${id} was told twice`,
    ),
  ];
}

function judge(records: WireRecords, order: DrawnOrder): readonly string[] {
  const { name, side, quantity } = order;
  const own = records.there.filter(
    (each) => each.side === side && isSame(Number(each.quantity), quantity),
  );
  const answers = records.answers.filter((each) => each.name === name);
  if (own.length > 1) return [`the exchange took it ${own.length} times`];
  const [there] = own;
  const here = records.here.get(name);
  if (!there && (isKilled(order, here) || isWithdrawn(records, { here, answers }))) return [];
  return [...judgeAnswers(answers, there), ...judgeState(records, here, there)];
}

function judgeAnswers(answers: readonly SendAnswer[], there: TrueOrder | undefined): string[] {
  const ids = answers.flatMap(({ status, orderId }) => (status === 200 && orderId ? orderId : []));
  const isTaken = there !== undefined && there.status !== 'rejected';
  return [
    ...(new Set(ids).size > 1 ? [`its callers were told the ids ${[...new Set(ids)]}`] : []),
    ...answers.flatMap(({ status, orderStatus }) => {
      if (status === 200 && !there) return ['it was answered as taken, and the exchange has none'];
      const isRefused = orderStatus === 'rejected';
      return isRefused && isTaken ? ['it was answered as rejected, and the exchange took it'] : [];
    }),
  ];
}

function judgeState(
  { fills }: WireRecords,
  here: StoredOrder | undefined,
  there: TrueOrder | undefined,
): string[] {
  if (!here) return there ? ['the exchange has it, and nothing is stored of it'] : [];
  if (here.status === 'unknown' || here.status === 'pending') return [`it is left ${here.status}`];
  if (!there) {
    return here.status === 'rejected' ? [] : [`it is ${here.status}, and the exchange has none`];
  }
  const own = fills.filter((fill) => isOf(fill, here));
  const told = sumOf(own.map(({ quantity }) => Number(quantity)));
  const worth = sumOf(own.map(({ quantity, price }) => Number(quantity) * price));
  const traded = sumOf(there.trades.map((trade) => Number(trade.quantity)));
  const tradedWorth = sumOf(there.trades.map((trade) => Number(trade.worth)));
  return [
    ...(statusesOf(there).includes(here.status)
      ? []
      : [`it is ${here.status}, and ${there.status} at the exchange`]),
    ...(isSame(Number(here.filled), Number(there.filled))
      ? []
      : [`it has filled ${here.filled}, and ${there.filled} at the exchange`]),
    ...(isSame(told, traded) && isSame(worth, tradedWorth)
      ? []
      : [`fills of ${told} worth ${worth} were told, and ${traded} worth ${tradedWorth} traded`]),
  ];
}

/** It could not take at once, and the exchange refused it instead of keeping it. */
function isKilled({ mayRest }: DrawnOrder, here: StoredOrder | undefined): boolean {
  return !mayRest && here?.status === 'expired' && Number(here.filled) === 0;
}

/** A cancel reached it while it waited to be sent, and nobody was told anything else. */
function isWithdrawn(
  { cancelled }: WireRecords,
  { here, answers }: { here: StoredOrder | undefined; answers: readonly SendAnswer[] },
): boolean {
  if (here?.status !== 'canceled' || here.venueOrderId !== undefined) return false;
  if (!cancelled.has(here.clientOrderId) || Number(here.filled) !== 0) return false;
  return answers.every(({ status, orderStatus }) => status !== 200 || orderStatus === 'canceled');
}

/** A fill that is heard before its order is answered has only the exchange's id of it. */
function isOf({ orderId, venueOrderId }: StoredFill, order: StoredOrder): boolean {
  return orderId === order.id || (orderId === undefined && venueOrderId === order.venueOrderId);
}

/** Returns the allowed statuses; each exchange has its own word for orders that it ends. */
function statusesOf({ status, reason }: TrueOrder): readonly StoredOrder['status'][] {
  if (status === 'rejected') return ['rejected', 'expired', 'canceled'];
  return reason === 'SELF_TRADE' ? ['expired', 'canceled'] : [status];
}

function sumOf(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + part, 0);
}

function twice(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
}
