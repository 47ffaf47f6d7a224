import {
  compareExact,
  type Exact,
  exactly,
  formatExact,
  multiplyExact,
  negateExact,
  zeroExact,
} from '../../../../kit/exact.ts';
import type { Fields } from '../../shared/json.ts';
import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall, OrderLink } from '../../shared/live/dialect.ts';
import { refusalTexts } from '../../shared/live/failures.ts';
import { type FillSums, sideOf, statusOf, sumsOf, told } from '../../shared/live/shapes.ts';
import type { VenueOrderState, VenueOrderStatus } from '../../venuePort.ts';
import { fillsOfOrder } from './fills.ts';
import { plainTypeOf } from './orderTypes.ts';
import {
  baseText,
  exactIn,
  type Market,
  numberIn,
  ourIdIn,
  priceIn,
  textIn,
  unitOf,
} from './records.ts';

/** An order on the book, as the venue has it, with what its fills cost. */
export async function stateOf(
  call: DialectCall,
  order: CcxtOrder,
  market: Market,
): Promise<VenueOrderState> {
  const { info } = order;
  const unit = unitOf(call.client, market);
  const filled = exactIn(info, 'accFillSz') ?? zeroExact;
  // ccxt's id of an order that was triggered is that of the algo order.
  const venueOrderId = told(textIn(info, 'ordId'), 'id of an order');
  const clientId = ourIdIn(info, 'clOrdId');
  const link = market.owner ?? { venueOrderId, clientId };
  call.links.set(venueOrderId, link);
  const sums = await sumsOfOrder(call, info, { market, unit, filled, link });
  const createdAtMs = numberIn(info, 'cTime') ?? call.clock.now();
  return {
    symbol: market.symbol,
    marketType: market.marketType,
    clientId,
    venueOrderId,
    side: sideOf(textIn(info, 'side')),
    type: plainTypeOf(info),
    ...endOf(order, filled),
    price: priceIn(info, 'px'),
    stopPrice: undefined,
    quantity: quantityOf(info, unit),
    ...sums,
    createdAtMs,
    updatedAtMs: numberIn(info, 'uTime') ?? sums.lastTradeAtMs ?? createdAtMs,
  };
}

/** Whether its size is an amount of the quote currency; ours never is. */
export function isInQuote(record: Fields): boolean {
  return record.tgtCcy === 'quote_ccy' && record.side === 'buy';
}

export function quantityOf(record: Fields, unit: Exact): string {
  const size = isInQuote(record) ? undefined : exactIn(record, 'sz');
  return baseText(told(size, 'quantity of an order'), unit);
}

/** Why the venue cancelled an order by itself. */
const cancelSources = { fillOrKill: '13', postOnly: '31' } as const;

/** Types of which nothing ever rests: only the venue ends them. */
const takesAtOnce = ['ioc', 'market', 'optimal_limit_ioc'];

/** The venue takes such orders and cancels them: to us they are refused and expired. */
function endOf(
  order: CcxtOrder,
  filled: Exact,
): { readonly status: VenueOrderStatus; readonly reason: string | undefined } {
  const { info } = order;
  const status = statusOf(order);
  if (status !== 'canceled') return { status, reason: undefined };
  const source = textIn(info, 'cancelSource');
  if (source === cancelSources.postOnly && compareExact(filled, zeroExact) === 0) {
    return { status: 'rejected', reason: refusalTexts.wouldTake };
  }
  if (source === cancelSources.fillOrKill || info.ordType === 'fok') {
    return { status: 'expired', reason: refusalTexts.cannotFill };
  }
  const isCutShort = takesAtOnce.includes(textIn(info, 'ordType') ?? '');
  return {
    status: isCutShort ? 'expired' : 'canceled',
    reason: textIn(info, 'cancelSourceReason'),
  };
}

interface Filled {
  readonly market: Market;
  readonly unit: Exact;
  /** In the venue's sizes. */
  readonly filled: Exact;
  /** Which order of ours they are fills of. */
  readonly link: OrderLink;
}

/**
 * The order tells its mean price, which is rounded: as long as the venue lists all its fills, they
 * say it exactly. They are listed a moment after the order says that it filled.
 */
async function sumsOfOrder(
  call: DialectCall,
  info: Fields,
  { market, unit, filled, link }: Filled,
): Promise<FillSums> {
  if (compareExact(filled, zeroExact) === 0) return sumsOf([]);
  const fills = await fillsOfOrder(call, info, market);
  call.heard(fills.map((fill) => ({ ...fill, ...link })));
  const [sums, whole] = [sumsOf(fills), baseText(filled, unit)];
  return sums.filled === whole ? sums : sumsOfRecord(info, whole);
}

function sumsOfRecord(info: Fields, filled: string): FillSums {
  const price = told(exactIn(info, 'avgPx'), 'price of a fill');
  const asset = textIn(info, 'feeCcy');
  const fee = formatExact(negateExact(exactIn(info, 'fee') ?? zeroExact));
  return {
    filled,
    cost: formatExact(multiplyExact(exactly(filled), price)),
    average: Number(formatExact(price)),
    fees: asset === undefined ? {} : { [asset]: fee },
    lastTradeAtMs: numberIn(info, 'fillTime'),
  };
}
