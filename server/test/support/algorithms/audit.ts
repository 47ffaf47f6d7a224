import { units } from '../exactUnits.ts';

// Rules for an algorithm that has ended, checked with its answer and with what the order endpoints
// say about its children. None of the service's own arithmetic is used.

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
export type Answered = any;

/**
 * Returns what is wrong with it; empty when all is well. `orders` are the children's orders by
 * child number.
 */
export function auditAlgorithm(
  shown: Answered,
  orders: ReadonlyMap<number, Answered>,
): readonly string[] {
  const all = [...orders.values()];
  const sums = { all, own: all.filter((order) => isOwn(shown, order)) };
  return [
    ...checkChildren(shown, orders),
    ...checkBounds(shown),
    ...checkProgress(shown, sums),
    ...checkCosts(shown, sums),
    ...checkHistory(shown),
    ...checkEnd(shown),
  ];
}

/** Progress counts what opens the first leg; fees count all. */
interface Sums {
  readonly all: readonly Answered[];
  readonly own: readonly Answered[];
}

function isOwn(shown: Answered, { symbol, side }: Answered): boolean {
  return symbol === shown.symbol && side === shown.side;
}

const isPair = ({ algorithm_type: type }: Answered) => ['spread', 'funding_arb'].includes(type);

/** The highest minimum of any market that algorithms are tested on. */
const dustUsdMax = 12;
const finalStatuses = ['closed', 'canceled', 'expired', 'rejected', 'not_sent'];

/** Checks that each child is one order, and shows the same as the order. */
function checkChildren(shown: Answered, orders: ReadonlyMap<number, Answered>): string[] {
  return shown.child_orders.flatMap((child: Answered, at: number) => {
    const { number, client_order_id: name, status } = child;
    const order = orders.get(number);
    if (!order) return when(status !== 'not_sent', `${number} is ${status} without an order`);
    const told = [
      child.client_order_id,
      child.symbol,
      child.side,
      'limit',
      child.price,
      child.quantity,
      child.filled_quantity,
      child.fee,
      child.status,
    ];
    const found = [
      order.client_order_id,
      order.symbol,
      order.side,
      order.type,
      order.price,
      order.amount,
      order.filled,
      order.fee.cost,
      order.status,
    ];
    return [
      ...when(number !== at + 1, `child ${number} is at ${at}`),
      ...when(!isPair(shown) && !isOwn(shown, child), `child ${number} is of something else`),
      ...when(name !== `${shown.order_id}.${number}`, `child ${number} is named ${name}`),
      ...when(told.join() !== found.join(), `child ${number} is ${told}, its order ${found}`),
      ...near(`mean of ${number}`, child.average_price, order.average),
    ];
  });
}

/** Checks that nothing was ordered or filled beyond the limit price, or above the quantity. */
function checkBounds(shown: Answered): string[] {
  const { side, limit_price: limit } = shown;
  const own = shown.child_orders.filter((child: Answered) => isOwn(shown, child));
  const isBeyond = (price: number | null, slack = 0) =>
    limit !== null &&
    price !== null &&
    (side === 'buy' ? price > limit * (1 + slack) : price < limit * (1 - slack));
  return [
    ...own.flatMap(({ number, price, average_price: mean }: Answered) =>
      when(
        isBeyond(price) || isBeyond(mean, nearness),
        `child ${number} is beyond the limit price`,
      ),
    ),
    ...when(exact(shown.progress.filled_quantity) > exact(shown.total_quantity), 'it passed'),
  ];
}

function checkProgress({ progress, ...shown }: Answered, { all, own }: Sums): string[] {
  const filled = own.reduce((sum, order) => sum + exact(order.filled), 0n);
  const total = exact(shown.total_quantity);
  const isSum = exact(progress.filled_quantity) + exact(progress.remaining_quantity) === total;
  const part = (Number(filled) / Number(total)) * 100;
  return [
    ...when(exact(progress.filled_quantity) !== filled, `its orders filled ${filled}`),
    ...when(!isSum, 'filled and remaining are not all'),
    ...when(progress.child_orders !== shown.child_orders.length, 'the number of its children'),
    ...when(
      progress.child_orders_filled !== all.filter((order) => order.filled > 0).length,
      'the number of its children that filled',
    ),
    // Dust is reported as nothing.
    ...(progress.fill_percentage === 100
      ? when(progress.remaining_quantity * shown.arrival_price > dustUsdMax, `100 % for ${part}`)
      : // It is reported with eight decimals.
        when(
          Math.abs(progress.fill_percentage - part) > 1e-8,
          `percentage is ${progress.fill_percentage}, not ${part}`,
        )),
    ...near('vwap', progress.vwap, vwapOf(own)),
    ...near('fees', progress.total_fees, feesOf(shown.symbol, all)),
    ...feesByAsset(all).flatMap(([asset, amount]) => {
      const told = progress.fees.find((fee: Answered) => fee.asset === asset)?.amount ?? 0;
      return near(`fees in ${asset}`, told, amount);
    }),
  ];
}

const costOf = (orders: readonly Answered[]): number =>
  orders.reduce((sum, { filled, average }) => sum + filled * (average ?? 0), 0);

function vwapOf(orders: readonly Answered[]): number | null {
  const filled = orders.reduce((sum, order) => sum + order.filled, 0);
  return filled === 0 ? null : costOf(orders) / filled;
}

function feesByAsset(orders: readonly Answered[]): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const { fee } of orders) {
    if (fee.currency !== null) sums.set(fee.currency, (sums.get(fee.currency) ?? 0) + fee.cost);
  }
  return [...sums];
}

/** Returns fees in the quote; one in the base at the price of its order. */
function feesOf(symbol: string, orders: readonly Answered[]): number {
  const [base] = symbol.split('/');
  return orders.reduce(
    (sum, { fee, average }) => sum + fee.cost * (fee.currency === base ? (average ?? 0) : 1),
    0,
  );
}

function checkCosts({ tca, ...shown }: Answered, { all, own }: Sums): string[] {
  const vwap = vwapOf(own);
  const cost = costOf(own);
  const against = (benchmark: number | null) => {
    if (vwap === null || benchmark === null) return null;
    const beyond = shown.side === 'buy' ? vwap - benchmark : benchmark - vwap;
    return (beyond / benchmark) * 10_000;
  };
  const slippage = against(shown.arrival_price);
  const fees = cost > 0 ? (feesOf(shown.symbol, all) / cost) * 10_000 : null;
  return [
    ...when(tca.arrival_price !== shown.arrival_price, 'there are two arrival prices'),
    ...near('tca vwap', tca.vwap, vwap),
    ...near('slippage', tca.slippage_bps, slippage),
    ...near('twap slippage', tca.twap_slippage_bps, against(tca.interval_twap)),
    ...near('fees bps', tca.fees_bps, fees),
    ...near('cost', tca.cost_bps, slippage === null ? null : slippage + (fees ?? 0)),
  ];
}

/** Checks that every line is there once, in order, and one for each child and fill. */
function checkHistory({ events, ...shown }: Answered): string[] {
  const of = (kind: string) => events.filter((event: Answered) => event.kind === kind).length;
  const times = events.map(({ timestamp }: Answered) => timestamp);
  return [
    ...events.flatMap(({ number }: Answered, at: number) =>
      when(number !== at + 1, `line ${number} of the history is at ${at}`),
    ),
    ...when(times.join() !== [...times].sort().join(), 'its history goes back in time'),
    ...when(events[0]?.kind !== 'started' || of('started') !== 1, 'it did not start once'),
    ...when(of('child_placed') !== shown.child_orders.length, 'children placed and told differ'),
    ...when(
      of('child_filled') + of('late_fill') < shown.progress.child_orders_filled,
      'a fill was not told',
    ),
  ];
}

function checkEnd({ ended_at, status, progress, events, ...shown }: Answered): string[] {
  const live = shown.child_orders.filter((each: Answered) => !finalStatuses.includes(each.status));
  const endings = events.filter(({ kind }: Answered) => kind === 'ended').length;
  const isWhole = progress.remaining_quantity === 0;
  return [
    ...when(ended_at === null || shown.estimated_completion !== null, 'it has no end'),
    ...when(endings !== 1, `it ended ${endings} times`),
    ...when(live.length > 0, `${live.length} children are live after its end`),
    ...when(isWhole && status === 'FAILED', 'it failed with everything filled'),
  ];
}

/** Results of float arithmetic may differ by this share. */
const nearness = 1e-9;

function near(what: string, told: number | null, expected: number | null): string[] {
  if (told === null || expected === null) {
    return when(told !== expected, `${what} is ${told}, not ${expected}`);
  }
  const isNear = Math.abs(told - expected) <= nearness * Math.max(1, Math.abs(expected));
  return when(!isNear, `${what} is ${told}, not ${expected}`);
}

function exact(value: number): bigint {
  const text = String(value);
  return units(text.includes('e') ? value.toFixed(18) : text);
}

function when(isWrong: boolean, what: string): string[] {
  return isWrong ? [what] : [];
}
