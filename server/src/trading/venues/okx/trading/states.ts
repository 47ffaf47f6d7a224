import {
  compareExact,
  type Exact,
  exactly,
  formatExact,
  multiplyExact,
  negateExact,
  zeroExact,
} from '../../../../kit/exact.ts';
import { isInverse } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall, OrderLink } from '../../shared/live/dialect.ts';
import { refusalTexts } from '../../shared/live/failures.ts';
import { inverseBase, inverseSizes, isAllFilled } from '../../shared/live/inverse.ts';
import { type FillSums, required, sideOf, statusOf, sumsOf } from '../../shared/live/shapes.ts';
import type { VenueOrderState, VenueOrderStatus } from '../../venuePort.ts';
import { markPrice } from './endpoints.ts';
import { fillsOfOrder, instTypeOf } from './fills.ts';
import { plainTypeOf } from './orderTypes.ts';
import {
  baseText,
  contractSizeOf,
  exactIn,
  type Market,
  numberIn,
  one,
  ourIdIn,
  priceIn,
  rowOf,
  textIn,
  unitOf,
} from './rows.ts';

/** Returns an order on the book, as the venue has it, with the cost of its fills. */
export async function stateOf(
  call: DialectCall,
  order: CcxtOrder,
  market: Market,
): Promise<VenueOrderState> {
  const { info } = order;
  const filled = exactIn(info, 'accFillSz') ?? zeroExact;
  // ccxt's id of a triggered order is that of the algo order.
  const venueOrderId = required(textIn(info, 'ordId'), 'id of an order');
  const clientId = ourIdIn(info, 'clOrdId');
  const link = market.owner ?? { venueOrderId, clientId };
  call.links.set(venueOrderId, link);
  const sizes = await sizesOf(call, info, { market, filled, link });
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
    ...sizes,
    createdAtMs,
    updatedAtMs: numberIn(info, 'uTime') ?? sizes.lastTradeAtMs ?? createdAtMs,
  };
}

/** True when its size is an amount of the quote currency; ours never is. */
export function isInQuote(record: Fields): boolean {
  return record.tgtCcy === 'quote_ccy' && record.side === 'buy';
}

function quantityOf(record: Fields, unit: Exact): string {
  const size = isInQuote(record) ? undefined : exactIn(record, 'sz');
  return baseText(required(size, 'quantity of an order'), unit);
}

/** Reasons for which the venue itself cancelled an order. */
const cancelSources = { fillOrKill: '13', postOnly: '31' } as const;

/** Types that never rest: only the venue ends them. */
const takesAtOnce = ['ioc', 'market', 'optimal_limit_ioc'];

/** The venue accepts such orders and cancels them: to us they are refused and expired. */
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
  /** In the venue's sizes. */
  readonly filled: Exact;
  /** The order of ours that they are fills of. */
  readonly link: OrderLink;
}

type Sizes = FillSums & Pick<VenueOrderState, 'quantity'>;

/**
 * The order gives its mean price, which is rounded: while the venue lists all its fills, they give
 * it exactly. They are listed a moment after the order reports that it filled.
 */
async function sizesOf(
  call: DialectCall,
  info: Fields,
  { market, filled, link }: Filled,
): Promise<Sizes> {
  const hasFilled = compareExact(filled, zeroExact) !== 0;
  const fills = hasFilled ? await fillsOfOrder(call, info, market) : [];
  call.heard(fills.map((fill) => ({ ...fill, ...link })));
  const sums = sumsOf(fills);
  if (isInverse(market.symbol)) return inverseSizesOf(call, info, { market, filled, sums });
  const unit = unitOf(call.client, market);
  const [quantity, whole] = [quantityOf(info, unit), baseText(filled, unit)];
  return { quantity, ...(sums.filled === whole ? sums : sumsOfRecord(info, whole)) };
}

async function inverseSizesOf(
  call: DialectCall,
  info: Fields,
  { market, filled, sums }: Pick<Filled, 'market' | 'filled'> & { readonly sums: FillSums },
): Promise<Sizes> {
  const counted = {
    contractSize: contractSizeOf(call.client, market.symbol),
    filled: formatExact(filled),
  };
  const average = priceIn(info, 'avgPx');
  const sizes = inverseSizes({
    ...counted,
    amount: quantityOf(info, one),
    average,
    price: priceIn(info, 'px') ?? average ?? (await markPriceOf(call, market)),
    sums,
  });
  const { fees, lastTradeAtMs } = isAllFilled(sums, counted)
    ? sums
    : sumsOfRecord(info, sizes.filled);
  return { ...sizes, fees, lastTradeAtMs };
}

/** Returns the size of a waiting order in base units; at the mark price when it names none. */
export async function sleepingQuantity(
  call: DialectCall,
  info: Fields,
  { market, price }: { readonly market: Market; readonly price: number | undefined },
): Promise<string> {
  const { client } = call;
  if (!isInverse(market.symbol)) return quantityOf(info, unitOf(client, market));
  const size = contractSizeOf(client, market.symbol);
  const at = price ?? (await markPriceOf(call, market));
  return formatExact(inverseBase(exactly(quantityOf(info, one)), size, at));
}

/** Read when an order names no price, such as a market order that did not fill. */
async function markPriceOf({ client }: DialectCall, market: Market): Promise<number> {
  const answer = await markPrice(client, {
    instType: instTypeOf(market),
    instId: client.market(market.symbol).id,
  });
  return required(priceIn(rowOf(answer), 'markPx'), 'mark price of a market');
}

function sumsOfRecord(info: Fields, filled: string): FillSums {
  const price = required(exactIn(info, 'avgPx'), 'price of a fill');
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
