import type { TcaReportWire } from '@windlass/contract';
import type { ShortfallOrder } from '../../../../src/trading/analytics/types.ts';
import {
  type Exact,
  exact,
  one,
  over,
  plus,
  rounded,
  roundedOrNull,
  shareOrNull,
  sumOf,
  times,
} from './exact.ts';
import { type ExactFill, exactFill, known } from './exactFills.ts';
import type { AccountHistory } from './history.ts';

type Wire = NonNullable<TcaReportWire['implementation_shortfall']>;

/**
 * Returns the shortfall of the orders of the report's market type, with all their fills; null
 * without any order.
 */
export function shortfallByHand(history: AccountHistory): Wire | null {
  const { terms } = history;
  const isSpot = terms.marketType === 'spot';
  const orders = terms.orders
    .filter((order) => !order.symbol.includes(':') === isSpot)
    .flatMap((order) => orderByHand(order, history) ?? []);
  if (orders.length === 0) return null;
  const total = (name: Exclude<keyof Sums, 'total_bps'>) =>
    rounded(sumOf(orders, (order) => order.sums[name]));
  const totalBps = shareOrNull(
    sumOf(orders, ({ sums }) => sums.total_usd),
    sumOf(orders, ({ sums }) => sums.ordered_usd),
    10_000,
  );
  return {
    orders_count: orders.length,
    ordered_usd: total('ordered_usd'),
    delay_usd: total('delay_usd'),
    spread_usd: total('spread_usd'),
    impact_usd: total('impact_usd'),
    timing_usd: total('timing_usd'),
    fees_usd: total('fees_usd'),
    opportunity_usd: total('opportunity_usd'),
    total_usd: total('total_usd'),
    total_bps: roundedOrNull(totalBps),
    orders: orders.map(({ wire }) => wire),
  };
}

interface Sums {
  readonly ordered_usd: Exact;
  readonly delay_usd: Exact;
  readonly spread_usd: Exact;
  readonly impact_usd: Exact;
  readonly timing_usd: Exact;
  readonly fees_usd: Exact;
  readonly opportunity_usd: Exact;
  readonly total_usd: Exact;
  readonly total_bps: Exact | null;
}

/**
 * Returns the account's part of the ordered and of the unfilled quantity: in proportion to its own
 * fills, or an equal part if nobody filled anything.
 */
function shareOf(order: ShortfallOrder, own: Exact) {
  const filledByAll = exact(order.filled) > own ? exact(order.filled) : own;
  const share = filledByAll > 0n ? over(own, filledByAll) : over(one, exact(order.accounts));
  const rest = exact(order.quantity) > filledByAll ? exact(order.quantity) - filledByAll : 0n;
  return { unfilled: times(rest, share), ordered: own + times(rest, share) };
}

function orderByHand(order: ShortfallOrder, { fills, terms }: AccountHistory) {
  const quoteUsdNow = known(terms.usdNow(order.symbol.split(/[/:]/)[1] ?? ''));
  const own = fills
    .filter(({ parentId }) => parentId === order.id)
    .map((fill) => exactFill(fill, terms.usdNow))
    .map((fill) => ({ ...fill, usd: fill.quoteUsd ?? quoteUsdNow }));
  const orderUsd = own.length > 0 ? (own[0]?.usd ?? null) : quoteUsdNow;
  const quantity = sumOf(own, (fill) => fill.quantity);
  const { unfilled, ordered } = shareOf(order, quantity);
  if (orderUsd === null || ordered === 0n || own.some(({ usd }) => usd === null)) return undefined;
  const priced = own.map((fill) => ({ ...fill, quoteUsd: fill.usd ?? 0n }));
  const sums = sumsByHand({ order, fills: priced, orderUsd, ordered, unfilled });
  const wireSums = Object.entries(sums).map(([name, value]) => [name, roundedOrNull(value)]);
  const wire: Wire['orders'][number] = {
    order_id: order.id,
    algorithm_type: order.type,
    symbol: order.symbol,
    side: order.side,
    quantity: rounded(ordered),
    filled_quantity: rounded(quantity),
    arrival_price: order.arrivalPrice,
    unmarked_fills: own.filter(({ marks }) => marks[0] === null).length,
    ...Object.fromEntries(wireSums),
  };
  return { sums, wire };
}

interface Execution {
  readonly order: ShortfallOrder;
  readonly fills: readonly (ExactFill & { readonly quoteUsd: Exact })[];
  /** US dollars per unit of the quote asset: at the first fill, or now if there is none. */
  readonly orderUsd: Exact;
  readonly ordered: Exact;
  readonly unfilled: Exact;
}

function sumsByHand({ order, fills, orderUsd, ordered, unfilled }: Execution): Sums {
  const sign = order.side === 'buy' ? one : -one;
  const [arrival, end] = [exact(order.arrivalPrice), exact(order.endPrice)];
  const marketAt = (fill: ExactFill) => fill.marks[0] ?? fill.price;
  const first = fills[0] === undefined ? arrival : marketAt(fills[0]);
  const cost = (worseBy: (fill: ExactFill) => Exact) =>
    sumOf(fills, (fill) => times(worseBy(fill), fill.quantity, fill.quoteUsd));
  const worse = (fill: ExactFill) => times(sign, fill.price - marketAt(fill));
  const spread = (fill: ExactFill) => {
    const half = known(fill.raw.halfSpread);
    const crosses = fill.raw.liquidity === 'taker' && fill.marks[0] !== null;
    return crosses && half !== null ? half : worse(fill);
  };
  const parts = {
    delay_usd: cost(() => times(sign, first - arrival)),
    timing_usd: cost((fill) => times(sign, marketAt(fill) - first)),
    spread_usd: cost(spread),
    impact_usd: cost((fill) => worse(fill) - spread(fill)),
    fees_usd: sumOf(fills, (fill) => fill.feeUsd),
    opportunity_usd: times(sign, end - arrival, unfilled, orderUsd),
  };
  const ordered_usd = times(arrival, ordered, orderUsd);
  const total_usd = plus(...Object.values(parts));
  return { ...parts, ordered_usd, total_usd, total_bps: shareOrNull(total_usd, ordered_usd, 1e4) };
}
