import { bucketPrice, type Side } from './steps.ts';

export type Level = readonly [price: number, quantity: number];

/** One venue's levels of one side, best first. */
export interface VenueSide {
  readonly levels: readonly Level[];
  /** True when the list may be cut: quantities behind its last level are unknown. */
  readonly isCut: boolean;
}

export interface LadderRow {
  readonly price: number;
  readonly quantity: number;
  /** Quantity of this row and all better ones. */
  readonly cumulative: number;
  /** Quantity of each venue, in the order in which the venues were given. */
  readonly parts: readonly number[];
  /** True behind the last known level of some venue: the sums are lower bounds. */
  readonly isPartial: boolean;
}

export interface MergeOptions {
  readonly side: Side;
  /** Rows are multiples of it. Undefined shows each quoted price. */
  readonly step: number | undefined;
  /** Number of rows. All of them by default. */
  readonly rowCount?: number;
}

/**
 * Merges the books of several venues into one, best first. A row of a step shows the worst price in
 * it, so that nobody sees a better price than there is.
 */
export function mergeSide(
  venues: readonly (VenueSide | undefined)[],
  { side, step, rowCount = Number.POSITIVE_INFINITY }: MergeOptions,
): readonly LadderRow[] {
  const order = side === 'bids' ? descending : ascending;
  const reach = reachOf(venues, order);
  const queues = venues.map((venue) => createQueue(venue, { side, step }));
  const rows: LadderRow[] = [];
  let cumulative = 0;
  while (rows.length < rowCount) {
    const price = bestOf(queues, order);
    if (price === undefined) break;
    const parts = queues.map((queue) => queue.take(price));
    const quantity = parts.reduce((sum, part) => sum + part, 0);
    cumulative += quantity;
    const isPartial = reach !== undefined && order(reach, price) < 0;
    rows.push({ price, quantity, cumulative, parts, isPartial });
  }
  return rows;
}

/** A venue's levels that are not in rows yet. */
interface Queue {
  /** Returns the row of its next level; undefined when there is none left. */
  head(): number | undefined;
  /** Takes the levels of a row and returns their total quantity. */
  take(price: number): number;
}

function createQueue(
  venue: VenueSide | undefined,
  { side, step }: Pick<MergeOptions, 'side' | 'step'>,
): Queue {
  const levels = venue?.levels ?? [];
  let index = 0;
  const priceAt = () => {
    const level = levels[index];
    return level && bucketPrice(level[0], step, side);
  };
  let head = priceAt();
  return {
    head: () => head,
    take(price) {
      let quantity = 0;
      while (head === price) {
        quantity += levels[index]?.[1] ?? 0;
        index += 1;
        head = priceAt();
      }
      return quantity;
    },
  };
}

type Order = (left: number, right: number) => number;

const descending: Order = (left, right) => right - left;
const ascending: Order = (left, right) => left - right;

function bestOf(queues: readonly Queue[], order: Order): number | undefined {
  let best: number | undefined;
  for (const queue of queues) {
    const head = queue.head();
    if (head !== undefined && (best === undefined || order(head, best) < 0)) best = head;
  }
  return best;
}

/** Returns the best of the venues' last known prices. Behind it some quantities are unknown. */
function reachOf(venues: readonly (VenueSide | undefined)[], order: Order): number | undefined {
  const ends = venues.flatMap((venue) => {
    const last = venue?.isCut ? venue.levels.at(-1) : undefined;
    return last ? [last[0]] : [];
  });
  return ends.sort(order)[0];
}
