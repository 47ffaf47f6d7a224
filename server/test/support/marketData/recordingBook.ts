import type {
  BookMeta,
  BookWriter,
  FlagReason,
  WireLevel,
} from '../../../src/trading/venues/bookPort.ts';

/** A book writer that records everything it gets, in the simplest way. */
export interface RecordingBook extends BookWriter {
  readonly bids: Map<number, number>;
  readonly asks: Map<number, number>;
  readonly flags: FlagReason[];
  /** `live`, `reconnecting: …`, `failed: …`, in order. */
  readonly states: string[];
  readonly counts: { snapshots: number; updates: number; alive: number };
  sequence: number;
  bytes: number;
  hasData: boolean;
  flagged: FlagReason | undefined;
}

function apply(side: Map<number, number>, levels: readonly WireLevel[]): void {
  for (const [price, quantity] of levels) {
    if (Number(quantity) === 0) side.delete(Number(price));
    else side.set(Number(price), Number(quantity));
  }
}

function accept(book: RecordingBook, meta: BookMeta): boolean {
  book.sequence = meta.sequence;
  if (!isCrossed(book)) return true;
  book.flag('crossed');
  return false;
}

export function createRecordingBook(): RecordingBook {
  return {
    bids: new Map(),
    asks: new Map(),
    flags: [],
    states: [],
    counts: { snapshots: 0, updates: 0, alive: 0 },
    bytes: 0,
    sequence: 0,
    hasData: false,
    flagged: undefined,
    snapshot(bids, asks, meta) {
      this.bids.clear();
      this.asks.clear();
      apply(this.bids, bids);
      apply(this.asks, asks);
      this.counts.snapshots += 1;
      this.hasData = true;
      this.flagged = undefined;
      this.states.push('live');
      return accept(this, meta);
    },
    update(bids, asks, meta) {
      apply(this.bids, bids);
      apply(this.asks, asks);
      this.counts.updates += 1;
      return accept(this, meta);
    },
    top() {
      return { bid: best(this.bids, 1), ask: best(this.asks, -1) };
    },
    levels(side, depth) {
      const best = rows(this[side]);
      return (side === 'bids' ? best.reverse() : best).slice(0, depth);
    },
    received(bytes) {
      this.bytes += bytes;
    },
    flag(reason) {
      if (reason === 'disconnected' && (!this.hasData || this.flagged !== undefined)) return;
      this.flags.push(reason);
      this.flagged = reason;
    },
    alive() {
      this.counts.alive += 1;
    },
    reconnecting(reason) {
      this.states.push(`reconnecting: ${reason}`);
    },
    failed(reason) {
      this.states.push(`failed: ${reason}`);
    },
  };
}

/** Only small books are checked: with thousands of levels the check would dominate the test. */
function isCrossed(book: RecordingBook): boolean {
  if (book.bids.size > 100) return false;
  return Math.max(...book.bids.keys()) >= Math.min(...book.asks.keys());
}

/** Returns the highest price, or the lowest; a call for each would take too long. */
function best(side: ReadonlyMap<number, number>, towards: 1 | -1): number | undefined {
  let found: number | undefined;
  for (const price of side.keys()) {
    if (found === undefined || (price - found) * towards > 0) found = price;
  }
  return found;
}

/** Returns a side as comparable rows, in order of price. */
export function rows(side: ReadonlyMap<number, number>): [number, number][] {
  return [...side].sort(([a], [b]) => a - b);
}

/** Returns prices whose quantity is not the same on both sides; cheap enough for every frame. */
export function differences(
  one: ReadonlyMap<number, number>,
  other: ReadonlyMap<number, number>,
): number[] {
  const found = [...one.keys()].filter((price) => one.get(price) !== other.get(price));
  for (const price of other.keys()) if (!one.has(price)) found.push(price);
  return found;
}
