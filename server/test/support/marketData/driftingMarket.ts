import { createSeededRandom } from '../../../src/kit/random.ts';
import type { TextLevel } from './scriptedMarket.ts';

/** Levels a side in its documents: many more rest. */
export const shownLevels = 100;
const restingLevels = 600;
/** Changes besides the drift stay this near to the market: orders further away do not change. */
const busyTicks = 10;

/**
 * A spot market of whole prices that moves when told to. Bids and asks rest at every price, and are
 * not reported until the market comes to them: a book knows only those of its snapshot.
 */
export interface DriftingMarket {
  /** The venue's current number. */
  readonly id: () => number;
  /** Moves by -1, 0 or 1 tick; returns the frame for it. */
  step(direction: -1 | 0 | 1): string;
  /** Returns the current depth document. */
  document(): string;
  /** Returns best price and quantity a side, at every number so far. */
  topAt(id: number): readonly [bid: readonly number[], ask: readonly number[]] | undefined;
  /** Returns the true side as rows, best first. */
  rows(side: 'bids' | 'asks', count: number): [number, number][];
}

export function createDriftingMarket(seed: string): DriftingMarket {
  const random = createSeededRandom(seed);
  const quantity = () => 1 + Math.floor(random.between(0, 9));
  const bids = new Map<number, number>();
  const asks = new Map<number, number>();
  let middle = 10_000;
  let id = 500;
  for (let i = 1; i <= restingLevels; i += 1) {
    bids.set(middle - i, quantity());
    asks.set(middle + i, quantity());
  }
  const rows = (side: 'bids' | 'asks', count: number): [number, number][] => {
    const sign = side === 'bids' ? -1 : 1;
    const best = [...(side === 'bids' ? bids : asks)].sort(([a], [b]) => (a - b) * sign);
    return best.slice(0, count);
  };
  const tops = new Map<number, readonly [readonly number[], readonly number[]]>();
  const remember = () => tops.set(id, [rows('bids', 1)[0] ?? [], rows('asks', 1)[0] ?? []]);
  remember();

  return {
    id: () => id,
    step(direction) {
      const b: TextLevel[] = [];
      const a: TextLevel[] = [];
      const put = (side: 'bids' | 'asks', price: number, size: number) => {
        (side === 'bids' ? b : a).push([`${price}.00`, `${size}.000`]);
        const levels = side === 'bids' ? bids : asks;
        if (size === 0) levels.delete(price);
        else levels.set(price, size);
      };
      if (direction !== 0) {
        put(direction < 0 ? 'bids' : 'asks', middle + direction, 0);
        put(direction < 0 ? 'asks' : 'bids', middle, quantity());
        middle += direction;
      }
      put('bids', middle - 1 - Math.floor(random.between(0, busyTicks)), quantity());
      put('asks', middle + 1 + Math.floor(random.between(0, busyTicks)), quantity());
      const U = id + 1;
      id += 1 + Math.floor(random.between(0, 3));
      remember();
      const data = { e: 'depthUpdate', E: 1_700_000_000_000 + id, s: 'BTCUSDT', U, u: id, b, a };
      return JSON.stringify({ stream: 'btcusdt@depth@100ms', data });
    },
    document() {
      const text = (side: 'bids' | 'asks') =>
        rows(side, shownLevels).map(([price, size]) => [`${price}`, `${size}`]);
      return JSON.stringify({ lastUpdateId: id, bids: text('bids'), asks: text('asks') });
    },
    topAt: (at) => tops.get(at),
    rows,
  };
}
