import { createSeededRandom } from '../../../src/kit/random.ts';

export type TextLevel = readonly [price: string, quantity: string];

/** One message of the venue about the book, in its own number text. */
export interface ScriptEvent {
  /** Numbers covered; equal where every message has one number. */
  readonly first: number;
  readonly last: number;
  /** The number of the message before. */
  readonly previous: number;
  readonly bids: readonly TextLevel[];
  readonly asks: readonly TextLevel[];
}

/** The true book after some message; best first. */
export interface TrueBook {
  readonly id: number;
  readonly bids: readonly TextLevel[];
  readonly asks: readonly TextLevel[];
}

/** A market that is fully known: `history[0]` is its start, `history[i + 1]` follows event i. */
export interface VenueMarket {
  readonly events: readonly ScriptEvent[];
  readonly history: readonly TrueBook[];
}

export interface MarketShape {
  /** Says whether a message covers one number or a range of them. */
  readonly numbering: 'single' | 'ranges';
  /** Says whether a message changes one level or several. */
  readonly levels: 'one' | 'many';
}

const start: TrueBook = { id: 1_000, bids: [['89.50', '7.000']], asks: [['120.50', '7.000']] };

/**
 * Makes a small market: at most ten levels a side, never crossed; every message changes the book,
 * so that none can be lost without a trace.
 */
export function makeVenueMarket(
  seed: string,
  { numbering, levels }: MarketShape,
  eventCount: number,
): VenueMarket {
  const random = createSeededRandom(seed);
  const whole = (low: number, high: number) => Math.floor(random.between(low, high));
  const level = (lowest: number): TextLevel => [
    `${lowest + whole(0, 9)}.50`,
    `${whole(0, 5)}.${whole(0, 2) === 0 ? '000' : '120'}`,
  ];
  const side = (lowest: number) => Array.from({ length: whole(0, 4) }, () => level(lowest));
  const draw = (): Pick<ScriptEvent, 'bids' | 'asks'> => {
    if (levels === 'many') return { bids: side(90), asks: side(101) };
    return whole(0, 2) === 0 ? { bids: [level(90)], asks: [] } : { bids: [], asks: [level(101)] };
  };
  const events: ScriptEvent[] = [];
  const history: TrueBook[] = [start];
  while (events.length < eventCount) {
    const before = history.at(-1) ?? start;
    const first = before.id + 1;
    const last = numbering === 'single' ? first : first + whole(0, 6);
    const event = { first, last, previous: before.id, ...draw() };
    const after = applied(before, event);
    if (isSame(before, after)) continue;
    events.push(event);
    history.push(after);
  }
  return { events, history };
}

/** Returns the book after a message. */
export function applied(before: TrueBook, event: ScriptEvent): TrueBook {
  return {
    id: event.last,
    bids: changed(before.bids, event.bids, -1),
    asks: changed(before.asks, event.asks, 1),
  };
}

/** Returns true when two books have the same levels. */
export function isSame(one: TrueBook, other: TrueBook): boolean {
  const text = ({ bids, asks }: TrueBook) => JSON.stringify([bids, asks]);
  return text(one) === text(other);
}

function changed(side: readonly TextLevel[], changes: readonly TextLevel[], sign: 1 | -1) {
  const byPrice = new Map(side.map(([price, quantity]) => [price, quantity]));
  for (const [price, quantity] of changes) {
    if (Number.parseFloat(quantity) === 0) byPrice.delete(price);
    else byPrice.set(price, quantity);
  }
  return [...byPrice].sort(([a], [b]) => (Number.parseFloat(a) - Number.parseFloat(b)) * sign);
}
