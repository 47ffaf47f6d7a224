import {
  compareExact,
  type Exact,
  exactly,
  formatExact,
  subtractExact,
  zeroExact,
} from '../../../../kit/exact.ts';
import { isInverse } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { refusalTexts } from '../../shared/live/failures.ts';
import { inverseSizes, isAllFilled } from '../../shared/live/inverse.ts';
import { type FillSums, required, sideOf, sumsOf } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { readPositive } from '../../shared/wireFields.ts';
import type { VenueOrderState, VenueOrderStatus } from '../../venuePort.ts';
import { clientIdOf } from './clientIds.ts';
import { markPrice } from './contracts.ts';
import { orderFills } from './fills.ts';
import { idOf, type Market, textAt, timeMsOf } from './rows.ts';
import { inverseSizeOf, sideOfSize, toBase, toCount } from './units.ts';

/** Returns a plain order; for one on contracts only its trades tell what it cost. */
export async function plainState(
  call: DialectCall,
  row: Fields,
  market: Market,
): Promise<VenueOrderState> {
  if (market.marketType !== 'spot') return contractState(call, row, market);
  const state = spotState(row, market);
  if (state.filled !== '0') await orderFills(call, row, market);
  return state;
}

/** Returns a spot order, whose record is complete. */
export function spotState(row: Fields, market: Market): VenueOrderState {
  const quantity = amountAt(row, 'amount');
  const left = amountAt(row, 'left');
  const filled = subtractExact(quantity, left);
  const isFilled = compareExact(filled, zeroExact) > 0;
  const createdAtMs = required(timeMsOf(row, 'create_time_ms', 'create_time'), 'time of an order');
  const updatedAtMs = timeMsOf(row, 'update_time_ms', 'update_time') ?? createdAtMs;
  return {
    ...market,
    ...named(row),
    ...endOf(row, left),
    side: sideOf(textAt(row, 'side')),
    type: textAt(row, 'type') === 'market' ? 'market' : 'limit',
    price: readPositive(row.price),
    stopPrice: undefined,
    quantity: formatExact(quantity),
    filled: formatExact(filled),
    average: isFilled ? readPositive(row.avg_deal_price) : undefined,
    cost: formatExact(amountAt(row, 'filled_total')),
    fees: spotFees(row),
    createdAtMs,
    updatedAtMs,
    lastTradeAtMs: isFilled ? updatedAtMs : undefined,
  };
}

/** Returns fees paid in the order's own currency, in the venue's coin or in its points. */
function spotFees(row: Fields): Readonly<Record<string, string>> {
  const paid: readonly (readonly [string | undefined, string | undefined])[] = [
    [textAt(row, 'fee_currency'), textAt(row, 'fee')],
    ['GT', textAt(row, 'gt_fee')],
    ['POINT', textAt(row, 'point_fee')],
  ];
  const fees: Record<string, string> = {};
  for (const [asset, fee] of paid) {
    if (asset !== undefined && Number(fee ?? 0) !== 0) fees[asset] = formatExact(exactly(fee ?? 0));
  }
  return fees;
}

async function contractState(
  call: DialectCall,
  row: Fields,
  market: Market,
): Promise<VenueOrderState> {
  const size = required(textAt(row, 'size'), 'size of an order');
  const left = toCount(required(textAt(row, 'left'), 'rest of an order'));
  const sizes = await contractSizes(call, row, { market, amount: toCount(size), left });
  const createdAtMs = required(timeMsOf(row, 'create_time'), 'time of an order');
  const price = readPositive(row.price);
  return {
    ...market,
    ...named(row),
    ...endOf(row, left),
    side: sideOfSize(size),
    type: price === undefined ? 'market' : 'limit',
    price,
    stopPrice: undefined,
    ...sizes,
    createdAtMs,
    updatedAtMs: timeMsOf(row, 'update_time', 'finish_time') ?? sizes.lastTradeAtMs ?? createdAtMs,
  };
}

interface Counted {
  readonly market: Market;
  /** In contracts, as is the rest. */
  readonly amount: Exact;
  readonly left: Exact;
}

/** Returns the quantity of an order and the sums of its fills, in base units. */
async function contractSizes(
  call: DialectCall,
  row: Fields,
  { market, amount, left }: Counted,
): Promise<FillSums & Pick<VenueOrderState, 'quantity'>> {
  const filled = formatExact(subtractExact(amount, left));
  const sums = sumsOf(filled === '0' ? [] : await orderFills(call, row, market));
  if (!isInverse(market.symbol)) {
    requireAll(sums.filled === formatExact(toBase(call, market, filled)));
    return { ...sums, quantity: formatExact(toBase(call, market, formatExact(amount))) };
  }
  const contractSize = inverseSizeOf(call, market);
  requireAll(isAllFilled(sums, { filled, contractSize }));
  const { symbol } = market;
  const price = readPositive(row.price) ?? sums.average;
  const sizes = inverseSizes({
    contractSize,
    amount: formatExact(amount),
    filled,
    average: sums.average,
    price: price ?? (await markPrice(call, { symbol, marketType: 'swap' })),
    sums,
  });
  return { ...sums, ...sizes };
}

function requireAll(isAll: boolean): void {
  if (isAll) return;
  throw new NoAnswerError('The exchange does not show all trades of the order yet.');
}

interface End {
  readonly status: VenueOrderStatus;
  readonly reason: string | undefined;
}

const open: End = { status: 'open', reason: undefined };
const overWords: readonly (string | undefined)[] = ['closed', 'cancelled', 'finished'];

/**
 * Returns how an order ended: the rest tells whether it filled, and the venue's word, of which it
 * has more than it documents, only why it did not.
 */
function endOf(row: Fields, left: Exact): End {
  const said = textAt(row, 'status');
  if (said === 'open') return open;
  if (!overWords.includes(said)) {
    throw new NoAnswerError(`The exchange returned an unknown order status: ${said ?? 'none'}.`);
  }
  if (compareExact(left, zeroExact) === 0) return { status: 'closed', reason: undefined };
  switch (textAt(row, 'finish_as')) {
    case 'ioc':
    case 'depth_not_enough':
    case 'trader_not_enough':
    case 'price_protect_cancelled':
      return { status: 'expired', reason: undefined };
    case 'fok':
      return { status: 'expired', reason: refusalTexts.cannotFill };
    case 'poc':
      return { status: 'rejected', reason: refusalTexts.wouldTake };
    case 'reduce_only':
    case 'position_closed':
      return { status: 'canceled', reason: refusalTexts.nothingToReduce };
    case 'liquidated':
    case 'liquidate_cancelled':
      return { status: 'canceled', reason: 'The position was liquidated.' };
    case 'stp':
      return { status: 'canceled', reason: 'The order would trade with another of the account.' };
    default:
      return { status: 'canceled', reason: undefined };
  }
}

function named(row: Fields) {
  return { venueOrderId: idOf(row), clientId: clientIdOf(row.text) };
}

function amountAt(row: Fields, name: string): Exact {
  return exactly(required(textAt(row, name), `${name} of an order`));
}
