import { compareExact, exactly } from '../../../kit/exact.ts';
import type { StoredOrder } from '../orderStore.ts';
import { filledBy } from '../outcomes.ts';
import { isUnsettled, refOf } from '../storedOrders.ts';
import { catchUpOrder } from './orders.ts';
import { lookUp, type Run, storedNow } from './run.ts';

/**
 * Maximum number of orders whose fills are summed up in one comparison: two queries each, half a
 * second in total. The rest waits for the next one.
 */
const checkedMax = 1_000;

/** The filled quantity of an order, and the sum of its fills. */
interface Sums {
  readonly order: StoredOrder;
  readonly filled: string;
  readonly sum: string;
}

export interface OrderFillsLook {
  readonly suspicions: readonly Sums[];
  /** Orders to check again next time. */
  readonly left: readonly string[];
}

/** Sums up the fills of orders, which are given by our ids. */
export async function lookAtOrderFills(run: Run, ids: readonly string[]): Promise<OrderFillsLook> {
  const suspicions: Sums[] = [];
  const left = ids.slice(checkedMax);
  for (const id of left) run.unsure.add(id);
  for (const id of ids.slice(0, checkedMax)) {
    const sums = run.isSending(id) ? 'unsettled' : await sumsOf(run, id);
    if (sums === 'unsettled') {
      left.push(id);
      run.unsure.add(id);
    } else if (sums && !isEven(sums)) suspicions.push(sums);
  }
  return { suspicions, left };
}

/** Reports sums that still differ; returns the orders concerned. */
export async function confirmOrderFills(
  run: Run,
  suspicions: readonly Sums[],
): Promise<readonly string[]> {
  const differing: string[] = [];
  for (const first of suspicions) {
    const { id } = first.order;
    const again = await sumsOf(run, id);
    if (!again || again === 'unsettled' || hasCaughtUp(first, again)) continue;
    // The filled quantity may be the one that nobody reported.
    const said = await lookUp(run, refOf(again.order));
    if (said === 'unfinished') {
      run.unsure.add(id);
      differing.push(id);
      continue;
    }
    // The fills of the lookup are stored first: a look at many orders reports ends without them.
    await run.settling.settled();
    if (said) await catchUpOrder(run, again.order, said);
    // If the venue reports nothing newer, the fills correct the order.
    const caughtUp = await storedNow(run, id);
    if (caughtUp) await run.settling.correct(caughtUp);
    const last = await sumsOf(run, id);
    if (!last || last === 'unsettled' || isEven(last)) continue;
    if (said && hasCaughtUp(first, last)) continue;
    differing.push(id);
    await run.report([finding(last)]);
  }
  return differing;
}

async function sumsOf(run: Run, id: string): Promise<Sums | 'unsettled' | undefined> {
  const order = await storedNow(run, id);
  if (!order) return undefined;
  if (isUnsettled(order)) return 'unsettled';
  const fills = await run.orders.fillsOf(order);
  return { order, filled: order.filled, sum: filledBy(fills) };
}

function isEven({ filled, sum }: Pick<Sums, 'filled' | 'sum'>): boolean {
  return compareExact(exactly(filled), exactly(sum)) === 0;
}

/**
 * Returns true when the sums agree, or when the smaller of the two has reached the earlier value of
 * the other: the sums of an order that goes on trading never agree for long.
 */
function hasCaughtUp(first: Sums, again: Sums): boolean {
  if (isEven(again)) return true;
  const isFilledBehind = compareExact(exactly(first.filled), exactly(first.sum)) < 0;
  const [target, now] = isFilledBehind ? [first.sum, again.filled] : [first.filled, again.sum];
  return again.order.status === 'open' && compareExact(exactly(now), exactly(target)) >= 0;
}

function finding({ order, filled, sum }: Sums) {
  const { id, marketType, symbol } = order;
  return {
    kind: 'fills_differ' as const,
    identity: id,
    orderId: id,
    marketType,
    symbol,
    expected: filled,
    found: sum,
    reason: 'The fills of the order do not sum up to what the exchange says is filled of it.',
    isMended: false,
  };
}
