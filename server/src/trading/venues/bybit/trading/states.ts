import { addExact, exactly, formatExact } from '../../../../kit/exact.ts';
import { isInverse } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import { isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { refusalTexts } from '../../shared/live/failures.ts';
import { type FillSums, required, sumsOf } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { readPositive } from '../../shared/wireFields.ts';
import type { VenueOrderState, VenueOrderStatus } from '../../venuePort.ts';
import { fillsOfOrder } from './fills.ts';
import { legIn } from './legs.ts';
import { typeOf } from './orderTypes.ts';
import { amountAt, amountOrZero, type Market, ownId, sideAt, textAt } from './rows.ts';

/** Returns an order as the venue has it, with the cost of its fills. */
export async function stateOf(
  call: DialectCall,
  record: Fields,
  market: Market,
): Promise<VenueOrderState> {
  return stateWith(call, record, { ...market, sums: await sumsOfOrder(call, record, market) });
}

/** Returns an order as the venue has it, with sums of its fills that were read already. */
export function stateWith(
  call: DialectCall,
  record: Fields,
  { symbol, marketType, sums }: Market & { readonly sums: FillSums },
): VenueOrderState {
  const market = { symbol, marketType };
  const side = sideAt(record);
  const type = typeOf(record, side);
  const createdAtMs = readPositive(record.createdTime) ?? call.clock.now();
  return {
    ...market,
    clientId: ownId(record),
    venueOrderId: required(textAt(record, 'orderId'), 'id of an order'),
    side,
    type,
    ...endingOf(record),
    // A market order bears the worst price that it may have.
    price: record.orderType === 'Limit' ? readPositive(record.price) : undefined,
    // For a trailing stop it is the price from which it trails.
    stopPrice: type === 'trailing_stop' ? undefined : readPositive(record.triggerPrice),
    quantity: quantityOf(record, market),
    ...sums,
    createdAtMs,
    updatedAtMs: readPositive(record.updatedTime) ?? createdAtMs,
  };
}

const statuses: Readonly<Record<string, VenueOrderStatus>> = {
  Created: 'open',
  New: 'open',
  PartiallyFilled: 'open',
  PendingCancel: 'open',
  Untriggered: 'open',
  Triggered: 'open',
  Active: 'open',
  Filled: 'closed',
  Rejected: 'rejected',
  Deactivated: 'canceled',
  Cancelled: 'canceled',
  PartiallyFilledCanceled: 'canceled',
};

type Ending = Pick<VenueOrderState, 'status' | 'reason'>;

/**
 * The venue uses one status for orders that their owner ended, that found no counterpart and that
 * were refused.
 */
function endingOf(record: Fields): Ending {
  const said = textAt(record, 'orderStatus') ?? 'none';
  const status = statuses[said];
  if (!status) throw new NoAnswerError(`The exchange returned an unknown order status: ${said}.`);
  if (status === 'open' || status === 'closed') return { status, reason: undefined };
  if (record.rejectReason === 'EC_PostOnlyWillTakeLiquidity') {
    return { status: 'rejected', reason: refusalTexts.wouldTake };
  }
  const isByUser =
    record.cancelType === 'CancelByUser' || record.rejectReason === 'EC_PerCancelRequest';
  if (said === 'Deactivated' || isByUser) return { status, reason: reasonOf(record) };
  const { timeInForce } = record;
  if (status === 'canceled' && timeInForce === 'FOK') {
    return { status: 'expired', reason: refusalTexts.cannotFill };
  }
  if (status === 'canceled' && timeInForce === 'IOC') {
    return { status: 'expired', reason: undefined };
  }
  return { status, reason: reasonOf(record) };
}

/** Reasons that the venue gives when there is none, or when the owner ended the order. */
const silent = ['UNKNOWN', 'EC_NoError', 'EC_PerCancelRequest', 'CancelByUser'];

function reasonOf(record: Fields): string | undefined {
  if (record.cancelType === 'CancelByReduceOnly') return refusalTexts.nothingToReduce;
  const said = ['rejectReason', 'cancelType']
    .map((name) => textAt(record, name))
    .find((word) => word !== undefined && !silent.includes(word));
  return said === undefined ? undefined : `The exchange ended it: ${said}.`;
}

/** In base units. */
function quantityOf(record: Fields, { symbol, marketType }: Market): string {
  const quantity = amountAt(record, 'qty');
  if (isInverse(symbol)) return inverseQuantity(record);
  if (marketType !== 'spot' || record.orderType !== 'Market') return quantity;
  // Other programs may buy for an amount of the quote, which a missing unit also means in a buy of
  // theirs.
  const isBlank = (textAt(record, 'marketUnit') ?? 'UNKNOWN') === 'UNKNOWN';
  const isBlankBuy = isBlank && record.side === 'Buy' && ownId(record) === undefined;
  const isInQuote = record.marketUnit === 'quoteCoin' || isBlankBuy;
  return isInQuote ? amountOrZero(record, 'cumExecQty') : quantity;
}

/** Returns the filled quantity plus the rest at the order's own price. */
function inverseQuantity(record: Fields): string {
  const filled = exactly(amountOrZero(record, 'cumExecValue'));
  const price = readPositive(record.price) ?? readPositive(record.triggerPrice);
  const left = Number(amountOrZero(record, 'leavesQty'));
  if (price === undefined || left === 0) return formatExact(filled);
  return formatExact(addExact(filled, exactly(digits(left / price))));
}

/**
 * Returns the fills' sums once all are listed, which is a moment later than the order reports them;
 * until then the order's own.
 */
async function sumsOfOrder(call: DialectCall, record: Fields, market: Market): Promise<FillSums> {
  const own = ownSums(record, market);
  if (own.filled === '0') return own;
  const id = required(textAt(record, 'orderId'), 'id of an order');
  const fills = await fillsOfOrder(call, id, { ...market, leg: legIn(record) });
  call.heard(fills);
  const listed = sumsOf(fills);
  return listed.filled === own.filled ? listed : own;
}

/** Returns the sums that the order itself reports. */
export function ownSums(record: Fields, { symbol }: Market): FillSums {
  const [executed, worth] = [
    amountOrZero(record, 'cumExecQty'),
    amountOrZero(record, 'cumExecValue'),
  ];
  const [filled, cost] = isInverse(symbol) ? [worth, executed] : [executed, worth];
  if (filled === '0') {
    return { filled, cost, average: undefined, fees: {}, lastTradeAtMs: undefined };
  }
  const mean = digits(Number(cost) / Number(filled));
  return {
    filled,
    cost,
    average: readPositive(record.avgPrice) ?? mean,
    fees: feesAt(record.cumFeeDetail),
    lastTradeAtMs: readPositive(record.updatedTime),
  };
}

/** Returns fees by asset; empty when the venue does not report them. */
function feesAt(detail: unknown): Readonly<Record<string, string>> {
  if (!isFields(detail)) return {};
  return Object.fromEntries(Object.keys(detail).map((asset) => [asset, amountAt(detail, asset)]));
}

/** Rounds to the 15 digits that a number surely holds. */
function digits(value: number): number {
  return Number(value.toPrecision(15));
}
