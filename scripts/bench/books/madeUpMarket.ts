import { createSeededRandom } from '../../../server/src/kit/random.ts';

export type TextLevel = readonly [price: string, quantity: string];

/** Changes between two messages, best levels first; a quantity of zero deletes a level. */
export interface TextChange {
  readonly bids: readonly TextLevel[];
  readonly asks: readonly TextLevel[];
}

/** A market's book and its changes: the whole stream is known before the clock starts. */
export interface MadeUpMarket {
  readonly snapshot: TextChange;
  readonly changes: readonly TextChange[];
}

export interface MadeUpOptions {
  /** Levels a side of the snapshot. */
  readonly depth: number;
  readonly messages: number;
  /** Fewest and most levels that a message changes on a side, besides those the price passed. */
  readonly levels: readonly [low: number, high: number];
}

const tick = 0.1;
/** Half of all changes fall within 38 ticks of the price, as in books of BTC. */
const reachTicks = 300;
/** Shares in recorded binance books: of deleted levels, and of deletions of unknown levels. */
const deletedShare = 0.42;
const idleShare = 0.1;

/** Makes a seeded market that wanders and never crosses. */
export function madeUpMarket({ depth, messages, levels }: MadeUpOptions): MadeUpMarket {
  const random = createSeededRandom('bench');
  const whole = (low: number, high: number) => Math.floor(random.between(low, high));
  const quantity = () => random.between(0.001, 9).toFixed(5);
  let mid = 600_000;
  const [bids, asks] = ([-1, 1] as const).map((sign) => {
    const ticks = Array.from({ length: depth }, (_, i) => mid + sign * (i + 1));
    return { sign, levels: new Map(ticks.map((each) => [each, quantity()])) };
  }) as [Side, Side];

  const change = ({ sign, levels: known }: Side): TextLevel[] => {
    const changed = new Map<number, string>();
    // These are prices that the market has passed: they are now on the other side of the middle.
    for (let at = mid + sign * -4; at !== mid + sign; at += sign) if (known.has(at)) put(at, none);
    for (let i = whole(...levels); i > 0; i -= 1) {
      const at = mid + sign * (Math.floor(random.next() ** 3 * reachTicks) + 2);
      const isGone = random.next() < (known.has(at) ? deletedShare : idleShare);
      put(at, isGone ? none : quantity());
    }
    if (!known.has(mid + sign)) put(mid + sign, quantity());
    return toText(changed, sign);

    function put(at: number, amount: string) {
      changed.set(at, amount);
      if (amount === none) known.delete(at);
      else known.set(at, amount);
    }
  };

  const snapshot = { bids: toText(bids.levels, -1), asks: toText(asks.levels, 1) };
  const changes = Array.from({ length: messages }, () => {
    mid += whole(-2, 3);
    return { bids: change(bids), asks: change(asks) };
  });
  return { snapshot, changes };
}

interface Side {
  readonly sign: -1 | 1;
  readonly levels: Map<number, string>;
}

const none = '0.00000';

function toText(levels: ReadonlyMap<number, string>, sign: number): TextLevel[] {
  const best = [...levels].sort(([a], [b]) => (a - b) * sign);
  return best.map(([at, quantity]) => [(at * tick).toFixed(2), quantity]);
}
