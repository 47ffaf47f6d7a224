import { addExact, compareExact, exactly, formatExact } from '../../../../../kit/exact.ts';
import type { OrderType, Side } from '../../../../model/order.ts';
import type { Fields } from '../../../shared/json.ts';
import { refusalTexts } from '../../../shared/live/failures.ts';
import { required, sideOf, textOf } from '../../../shared/live/shapes.ts';
import { NoAnswerError } from '../../../shared/live/tradeHttp.ts';
import { readPositive, valueAt } from '../../../shared/wireFields.ts';
import type { VenueOrderStatus } from '../../../venuePort.ts';
import { fromVenue } from '../clientIds.ts';
import { timeOf } from './time.ts';

/** An order as one of the venue's lists reports it, before its fills are known. */
export interface FuturesRecord {
  readonly id: string;
  readonly clientId: string | undefined;
  readonly side: Side;
  readonly type: OrderType;
  readonly status: VenueOrderStatus;
  readonly reason: string | undefined;
  readonly price: number | undefined;
  readonly stopPrice: number | undefined;
  readonly quantity: string;
  readonly filled: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Reads a row of the list of open orders, which gives the order's size in two parts. */
export function fromOpenOrder(info: Fields): FuturesRecord {
  const filled = amount(info.filledSize ?? 0);
  const createdAtMs = required(timeOf(info.receivedTime), 'time of an order');
  const venueType = String(info.orderType);
  const isTriggered = /^(stop|stp|take_profit)/.test(venueType);
  return {
    id: String(required(info.order_id, 'id of an order')),
    clientId: fromVenue(info.cliOrdId),
    side: sideOf(String(info.side)),
    type: isTriggered ? triggeredType(!venueType.startsWith('take'), info.limitPrice) : 'limit',
    status: 'open',
    reason: undefined,
    price: readPositive(info.limitPrice),
    stopPrice: readPositive(info.stopPrice),
    quantity: formatExact(addExact(exactly(filled), exactly(amount(info.unfilledSize)))),
    filled,
    createdAtMs,
    updatedAtMs: timeOf(info.lastUpdateTime) ?? createdAtMs,
  };
}

/**
 * Reads a row of orders/status, which lists open orders and those that ended in the last five
 * seconds.
 */
export function fromStatus(row: Fields): FuturesRecord {
  const order = row.order as Fields;
  const side = sideOf(String(order.side));
  const filled = amount(order.filled ?? 0);
  const quantity = amount(order.quantity ?? 0);
  const createdAtMs = required(timeOf(order.timestamp), 'time of an order');
  return {
    id: String(order.orderId),
    clientId: fromVenue(order.cliOrdId),
    side,
    ...triggerOf(order.priceTriggerOptions, side, order.limitPrice),
    ...endOf(row, filled),
    price: readPositive(order.limitPrice),
    filled,
    createdAtMs,
    // The engine's own records count the rest of an order.
    quantity: formatExact(addExact(exactly(filled), exactly(quantity))),
    updatedAtMs: timeOf(order.lastUpdateTimestamp) ?? createdAtMs,
  };
}

/** Reads the history: the order after its last event, when it is in no list of open orders. */
export function fromHistory(kind: string, event: Fields): FuturesRecord {
  const order = (event.newOrder ?? event.order) as Fields;
  const filled = amount(order.filled ?? 0);
  // Here it is the rest of the order.
  const rest = exactly(amount(order.quantity ?? 0));
  const isDone = compareExact(rest, exactly('0')) === 0;
  const createdAtMs = required(timeOf(order.timestamp), 'time of an order');
  const isTaking = /^(ioc|market)$/i.test(String(order.orderType));
  const isEnded = /Cancelled|Rejected/.test(kind) || isTaking;
  if (!isDone && !isEnded) throw new NoAnswerError('The exchange’s lists of orders do not agree.');
  const isClosed = isDone && kind !== 'OrderRejected';
  // The unfilled rest of an order that takes at once has no separate event.
  const why = kind === 'OrderPlaced' ? 'IoC' : (event.orderError ?? event.reason);
  const ended = kind === 'OrderRejected' ? 'rejected' : 'canceled';
  const side = sideOf(String(order.direction).toLowerCase());
  const trigger = triggerOf(order.triggerOptions, side, order.limitPrice);
  const end: Ending = isClosed
    ? { status: 'closed', reason: undefined }
    : endingOf(ended, why, filled);
  return {
    id: String(order.uid),
    clientId: fromVenue(order.clientId),
    side,
    type: isTaking ? 'market' : trigger.type,
    stopPrice: trigger.stopPrice,
    status: end.status,
    reason: end.reason,
    price: readPositive(order.limitPrice),
    quantity: formatExact(addExact(exactly(filled), rest)),
    filled,
    createdAtMs,
    updatedAtMs: timeOf(order.lastUpdateTimestamp) ?? createdAtMs,
  };
}

const endings: Readonly<Record<string, VenueOrderStatus>> = {
  ENTERED_BOOK: 'open',
  TRIGGER_PLACED: 'open',
  FULLY_EXECUTED: 'closed',
  CANCELLED: 'canceled',
  REJECTED: 'rejected',
  // It rested in the book of triggers for a while: it was accepted, and ended.
  TRIGGER_ACTIVATION_FAILURE: 'canceled',
};

/** True when a row of orders/status describes an order at all. */
export function isStatus({ status }: Fields): boolean {
  return endings[String(status)] !== undefined;
}

/** True when a trigger is gone because it triggered: its result is another order. */
export function wentOff({ status, updateReason, error }: Fields): boolean {
  return (
    status === 'CANCELLED' && updateReason === 'STOP_ORDER_TRIGGERED' && (error ?? null) === null
  );
}

/**
 * Matches the end of an order that nobody cancelled: it found no more to take, or its product
 * expired.
 */
const ranOut = /^(new|partial|full|limit_from|ioc|expired|contract_expired)/i;

function endOf({ status, updateReason, error }: Fields, filled: string): Ending {
  const ended = required(endings[String(status)], 'status of an order');
  if (ended === 'open' || ended === 'closed') return { status: ended, reason: undefined };
  return endingOf(ended, error ?? updateReason, filled);
}

type Ending = Pick<FuturesRecord, 'status' | 'reason'>;

function endingOf(ended: VenueOrderStatus, why: unknown, filled: string): Ending {
  const isTaken = compareExact(exactly(filled), exactly('0')) > 0;
  if (ranOut.test(String(why))) {
    return { status: 'expired', reason: isTaken ? undefined : reasonOf(why) };
  }
  // A rejection after a fill is the end of the rest.
  return { status: isTaken ? 'canceled' : ended, reason: reasonOf(why) };
}

const reasons: readonly { readonly pattern: RegExp; readonly text: string }[] = [
  { pattern: /post.*would/i, text: refusalTexts.wouldTake },
  { pattern: /(ioc|fok).*would/i, text: refusalTexts.cannotFill },
  { pattern: /would.?not.?reduce/i, text: refusalTexts.nothingToReduce },
];

function reasonOf(reason: unknown): string | undefined {
  if (typeof reason !== 'string' || /^$|cancelled_by_user/i.test(reason)) return undefined;
  return reasons.find(({ pattern }) => pattern.test(reason))?.text ?? reason;
}

/**
 * Returns the type: a sell's stop triggers below, a buy's above; a profit is taken the other way.
 */
function triggerOf(
  trigger: unknown,
  side: Side,
  limitPrice: unknown,
): Pick<FuturesRecord, 'type' | 'stopPrice'> {
  const stopPrice = readPositive(valueAt(trigger, 'triggerPrice'));
  if (stopPrice === undefined) return { type: 'limit', stopPrice };
  const isAbove = /above/i.test(String(valueAt(trigger, 'triggerSide')));
  return { type: triggeredType(isAbove === (side === 'buy'), limitPrice), stopPrice };
}

function triggeredType(isStop: boolean, limitPrice: unknown): OrderType {
  const isLimit = readPositive(limitPrice) !== undefined;
  if (isStop) return isLimit ? 'stop_loss_limit' : 'stop_loss';
  return isLimit ? 'take_profit_limit' : 'take_profit';
}

function amount(wire: unknown): string {
  return textOf(String(required(wire ?? undefined, 'quantity of an order')));
}
