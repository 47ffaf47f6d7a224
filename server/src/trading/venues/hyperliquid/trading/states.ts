import { compareExact, exactly, formatExact, subtractExact } from '../../../../kit/exact.ts';
import type { OrderType } from '../../../model/order.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { refusalTexts } from '../../shared/live/failures.ts';
import { endedBy } from '../../shared/live/fillWindow.ts';
import { required, sideOf, sumsOf, textOf } from '../../shared/live/shapes.ts';
import { IncompleteAnswerError, NoAnswerError } from '../../shared/live/tradeHttp.ts';
import type { VenueFill, VenueOrderState, VenueOrderStatus } from '../../venuePort.ts';
import { fromCloid } from './client.ts';
import { executionsOf, type ListedOrder, type Market } from './fills.ts';

/** An order as the venue has it, in its own terms. */
interface Entry {
  readonly fields: Fields;
  readonly status: string;
  readonly quantity: string;
  /** At least this much has filled: for an open order the venue repeats its first state. */
  readonly filledMin: string;
  /** Time since which the status holds. */
  readonly statusAtMs: number;
  /** True for one of the list of open orders, which gives the present state. */
  readonly isListed: boolean;
}

/** Lists of executions follow the orders faster than this; after that they are complete. */
const listedMsMax = 2_000;

/** An order as the venue reports it, in a market. */
export interface ReportedOrder {
  readonly order: CcxtOrder;
  readonly market: Market;
}

interface Known extends ListedOrder {
  readonly order: CcxtOrder;
  readonly entry: Entry;
}

/** Returns an order as the venue has it. Only its executions tell how much has filled. */
export async function stateOf(call: DialectCall, told: ReportedOrder): Promise<VenueOrderState> {
  const [state] = await statesOf(call, [told]);
  return required(state, 'state of an order');
}

/** The same for many orders, whose executions are all in one list. */
export async function statesOf(
  call: DialectCall,
  all: readonly ReportedOrder[],
): Promise<readonly VenueOrderState[]> {
  const known = await withExecutions(call, all);
  return known.map(([order, executions]) => toState(call, order, executions));
}

/** The same, where the venue may not list all executions of an order yet. */
export async function outcomesOf(
  call: DialectCall,
  all: readonly ReportedOrder[],
): Promise<readonly (VenueOrderState | 'untold')[]> {
  const known = await withExecutions(call, all);
  return known.map(([order, executions]) => {
    try {
      return toState(call, order, executions);
    } catch (error) {
      if (error instanceof IncompleteAnswerError) return 'untold';
      throw error;
    }
  });
}

function knownOf({ links }: DialectCall, { order, market }: ReportedOrder): Known {
  const venueOrderId = required(order.id, 'id of an order');
  const clientId = fromCloid(order.clientOrderId);
  const createdAtMs = required(order.timestamp, 'time of an order');
  const entry = entryOf(order);
  links.set(venueOrderId, { venueOrderId, clientId });
  return { order, entry, market, venueOrderId, clientId, createdAtMs, quantity: entry.quantity };
}

/** Returns the orders with their executions, which one list has for all of them. */
async function withExecutions(
  call: DialectCall,
  all: readonly ReportedOrder[],
): Promise<readonly (readonly [Known, readonly VenueFill[]])[]> {
  const known = all.map((told) => knownOf(call, told));
  const touched = known.filter(({ entry }) => !isUntouched(entry));
  const executions = await executionsOf(call, touched);
  return known.map((order) => [order, executions.get(order) ?? []]);
}

function toState(
  { clock, heard }: DialectCall,
  { order, entry, market, venueOrderId, clientId, createdAtMs }: Known,
  fills: readonly VenueFill[],
): VenueOrderState {
  heard(fills);
  const sums = sumsOf(fills);
  const told = { status: statusOf(entry, fills, clock.now()), reason: reasons[entry.status] };
  const { status, reason } = endedBy(told, { quantity: entry.quantity, filled: sums.filled });
  return {
    ...market,
    clientId,
    venueOrderId,
    side: sideOf(order.side),
    type: typeOf(entry.fields),
    status,
    // The price bound of a taking order is not a price of the order.
    price: takesAtMarket(entry.fields) ? undefined : positive(order.price),
    stopPrice: positive(order.triggerPrice),
    quantity: entry.quantity,
    ...sums,
    createdAtMs,
    updatedAtMs: Math.max(entry.statusAtMs, sums.lastTradeAtMs ?? createdAtMs),
    reason,
  };
}

/** Reads an order that stands alone, or in a record with its status. */
function entryOf({ info, ...order }: CcxtOrder): Entry {
  const fields = isFields(info.order) ? info.order : info;
  const quantity = textOf(required(order.amount, 'quantity of an order'));
  const rest = textOf(String(required(fields.sz, 'rest of an order')));
  return {
    fields,
    // The list of open orders gives none.
    status: typeof info.status === 'string' ? info.status : 'open',
    quantity,
    filledMin: formatExact(subtractExact(exactly(quantity), exactly(rest))),
    statusAtMs: order.lastUpdateTimestamp ?? required(order.timestamp, 'time of an order'),
    isListed: !isFields(info.order),
  };
}

/**
 * True when nothing can have filled: the list of open orders gives the present state, and a refusal
 * is final.
 */
function isUntouched({ status, filledMin, isListed }: Entry): boolean {
  return filledMin === '0' && (isListed || (isRejected(status) && !unmatched.includes(status)));
}

/** Statuses of a taking order: it was accepted, and its fills may come later. */
const unmatched: readonly string[] = ['iocCancelRejected', 'marketOrderNoLiquidityRejected'];

function statusOf(entry: Entry, fills: readonly VenueFill[], nowMs: number): VenueOrderStatus {
  const { fields, status, filledMin, isListed } = entry;
  const { filled } = sumsOf(fills);
  if (status === 'filled') return filledStatus(entry, filled, nowMs);
  const isShort = compareExact(exactly(filled), exactly(filledMin)) < 0;
  // In a list of many orders an incomplete one stays open; later reports complete it.
  if (isShort && isListed) return 'open';
  if (isShort) throw new IncompleteAnswerError(notListed);
  if (status === 'open' || status === 'triggered') return 'open';
  if (unmatched.includes(status)) return 'expired';
  if (isRejected(status)) return 'rejected';
  // The venue cuts a reduce-only order to the position: nothing is left to do.
  if (status === 'reduceOnlyCanceled') return filled === '0' ? 'canceled' : 'closed';
  if (status === 'canceled') {
    const hasEnded = isImmediate(fields) || (takesAtMarket(fields) && filled !== '0');
    return hasEnded ? 'expired' : 'canceled';
  }
  if (/Canceled$/.test(status) || cancels.includes(status)) return 'canceled';
  throw new NoAnswerError(`The exchange returned an unknown order status: ${status}.`);
}

const notListed = 'The exchange does not list all executions of the order yet.';

/**
 * The venue also calls an order filled that took all there was and ended, or closed the whole
 * position.
 */
function filledStatus(entry: Entry, filled: string, nowMs: number): VenueOrderStatus {
  const { fields, quantity, filledMin, statusAtMs } = entry;
  if (compareExact(exactly(filled), exactly(quantity)) >= 0) return 'closed';
  const isBrief = isImmediate(fields) || takesAtMarket(fields);
  // A taking order is reported with the rest that it left; when none is reported, time decides.
  const isWhole = isBrief && filledMin !== '0' && filledMin === filled;
  const isListed = isWhole || (nowMs - statusAtMs > listedMsMax && filled !== '0');
  if (isListed && fields.reduceOnly === true) return 'closed';
  if (isListed && isBrief) return 'expired';
  throw new IncompleteAnswerError(notListed);
}

const cancels: readonly string[] = ['scheduledCancel', 'internalCancel'];

function isRejected(status: string): boolean {
  return status === 'rejected' || status.endsWith('Rejected');
}

/** Why an order ended, when that is not obvious. */
const reasons: Readonly<Record<string, string>> = {
  iocCancelRejected: 'The order found nothing to match at once.',
  marketOrderNoLiquidityRejected: 'The order found nothing to match at once.',
  badAloPxRejected: refusalTexts.wouldTake,
  badTriggerPxRejected: refusalTexts.wouldTrigger,
  reduceOnlyRejected: refusalTexts.nothingToReduce,
  reduceOnlyCanceled: refusalTexts.nothingToReduce,
  perpMarginRejected: 'The account has too little margin for the order.',
  marginCanceled: 'The account had too little margin for the order.',
  selfTradeCanceled: 'The order would have traded with another of the account.',
  delistedCanceled: 'The market was delisted.',
  liquidatedCanceled: 'The account was liquidated.',
  scheduledCancel: 'The account’s scheduled cancel ended the order.',
};

const types: Readonly<Record<string, OrderType>> = {
  Market: 'market',
  'Stop Market': 'stop_loss',
  'Stop Limit': 'stop_loss_limit',
  'Take Profit Market': 'take_profit',
  'Take Profit Limit': 'take_profit_limit',
};

/** A market order of ours is a limit order there, and is reported as one. */
function typeOf({ orderType }: Fields): OrderType {
  return types[String(orderType)] ?? 'limit';
}

/** True when it never rests. */
function isImmediate({ tif, isTrigger }: Fields): boolean {
  return isTrigger !== true && (tif === 'Ioc' || tif === 'FrontendMarket');
}

function takesAtMarket({ orderType }: Fields): boolean {
  return /Market$/.test(String(orderType));
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined;
}
