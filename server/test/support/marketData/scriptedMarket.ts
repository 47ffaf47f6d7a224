import { createSeededRandom } from '../../../src/kit/random.ts';

export type TextLevel = readonly [price: string, quantity: string];

/** One event as the venue sends it. */
export interface MarketEvent {
  readonly U: number;
  readonly u: number;
  readonly pu: number | undefined;
  readonly b: readonly TextLevel[];
  readonly a: readonly TextLevel[];
}

/** The true book at one number. */
export interface TrueBook {
  readonly id: number;
  readonly bids: ReadonlyMap<number, number>;
  readonly asks: ReadonlyMap<number, number>;
}

/** A market that is completely known: its start and everything that happens. */
export interface ScriptedMarket {
  readonly name: string;
  readonly isFutures: boolean;
  readonly start: TrueBook;
  readonly events: readonly MarketEvent[];
}

/** Makes a small market: integer prices around 100 that never cross. */
export function makeMarket(seed: string, isFutures: boolean, eventCount: number): ScriptedMarket {
  const random = createSeededRandom(seed);
  const whole = (low: number, high: number) => Math.floor(random.between(low, high));
  const levels = (lowest: number): TextLevel[] =>
    Array.from({ length: whole(0, 4) }, () => [`${lowest + whole(0, 9)}.50`, `${whole(0, 5)}.000`]);
  const events: MarketEvent[] = [];
  let last = 1_000;
  for (let i = 0; i < eventCount; i += 1) {
    // Futures share one counter between symbols, so ranges have holes that only `pu` bridges.
    const U = last + 1 + (isFutures ? whole(0, 30) : 0);
    const u = U + whole(0, 6);
    events.push({ U, u, pu: isFutures ? last : undefined, b: levels(90), a: levels(101) });
    last = u;
  }
  const start = { id: 1_000, bids: new Map([[89, 7]]), asks: new Map([[120, 7]]) };
  return { name: seed, isFutures, start, events };
}

/** Returns the true books after each event; the first is the start. */
export function truths(market: ScriptedMarket): TrueBook[] {
  const all = [market.start];
  for (const event of market.events) {
    const before = all.at(-1) ?? market.start;
    const bids = new Map(before.bids);
    const asks = new Map(before.asks);
    change(bids, event.b);
    change(asks, event.a);
    all.push({ id: event.u, bids, asks });
  }
  return all;
}

function change(side: Map<number, number>, levels: readonly TextLevel[]): void {
  for (const [price, quantity] of levels) {
    if (Number.parseFloat(quantity) === 0) side.delete(Number.parseFloat(price));
    else side.set(Number.parseFloat(price), Number.parseFloat(quantity));
  }
}

/** Returns the depth document of a moment. */
export function documentOf(truth: TrueBook): string {
  const text = (side: ReadonlyMap<number, number>, sign: number) =>
    [...side].sort(([a], [b]) => (a - b) * sign).map(([price, size]) => [`${price}`, `${size}`]);
  const levels = { bids: text(truth.bids, -1), asks: text(truth.asks, 1) };
  return JSON.stringify({ lastUpdateId: truth.id, ...levels });
}

/** Returns the frame of an event. */
export function frameOf(event: MarketEvent, venueSymbol: string): string {
  const { U, u, pu, b, a } = event;
  const data = { e: 'depthUpdate', E: 1_700_000_000_000, s: venueSymbol, U, u, pu, b, a };
  return JSON.stringify({ stream: `${venueSymbol.toLowerCase()}@depth@100ms`, data });
}
