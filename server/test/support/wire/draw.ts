import type { Fault, StreamFault } from '@windlass/simulator';
import { createSeededRandom, type Random } from '../../../src/kit/random.ts';
import type { Side } from '../../../src/trading/model/order.ts';
import type { BookSides } from '../app/madeMarket.ts';
import { simulatedVenues } from '../exchanges/every.ts';
import type { SimulatedMarket, SimulatedVenue } from '../exchanges/simulated.ts';
import {
  drawFrameChances,
  drawReadFault,
  drawStreamFault,
  drawWriteFault,
  type FrameChances,
  type RequestFault,
} from './faults.ts';

/**
 * An order of a run. No other order of the run has its quantity, which identifies the exchange's
 * order.
 */
export interface DrawnOrder {
  readonly name: string;
  readonly side: Side;
  readonly quantity: number;
  /** False for an order that is gone if it cannot take at once: some exchanges keep nothing. */
  readonly mayRest: boolean;
  /** The body that our API takes, without account and market. */
  readonly body: Readonly<Record<string, string | number>>;
}

/** The events of a run, one after the other; those that are not awaited continue meanwhile. */
export type Act =
  | {
      readonly kind: 'send';
      readonly order: DrawnOrder;
      /** The caller sends it twice at once, or again when it was answered. */
      readonly repeats: 'never' | 'at once' | 'later';
      readonly fault: RequestFault | undefined;
      readonly isAwaited: boolean;
    }
  | {
      readonly kind: 'cancel';
      readonly name: string;
      readonly fault: RequestFault | undefined;
      readonly isAwaited: boolean;
    }
  | { readonly kind: 'reads'; readonly how: Fault; readonly times: number }
  | { readonly kind: 'streams'; readonly how: StreamFault }
  | { readonly kind: 'market'; readonly book: BookSides }
  | { readonly kind: 'time'; readonly ms: number };

export interface WireRun {
  readonly venue: SimulatedVenue;
  readonly market: SimulatedMarket;
  readonly acts: readonly Act[];
  /** Faults of single frames of user streams meanwhile; the seed determines them. */
  readonly frames: { readonly chances: FrameChances; readonly seed: number };
}

const ordersMax = 5;
const frameSeeds = 1_000_000;
/** As many as two decimals of a second give, up to what the market may not fill at once. */
const quantityTenths = 60;

/** Draws a run; everything in it follows from its seed. */
export function drawRun(seed: string, among = simulatedVenues): WireRun {
  const random = createSeededRandom(seed);
  const venue = pick(random, among);
  const market = pick(random, venue.markets);
  const count = 2 + below(random, ordersMax - 1);
  const quantities = drawQuantities(random, count);
  const orders = quantities.map((quantity, at) => drawOrder(random, `order-${at}`, quantity));
  const acts = orders.flatMap((_, at) => drawActs(random, orders, at));
  const chances = drawFrameChances(random);
  return { venue, market, acts, frames: { chances, seed: below(random, frameSeeds) } };
}

/** Draws what comes before an order, the order, and what comes after. */
function drawActs(random: Random, orders: readonly DrawnOrder[], at: number): Act[] {
  const order = orders[at];
  if (!order) return [];
  const acts: Act[] = [];
  if (random.next() < 0.25) acts.push({ kind: 'streams', how: drawStreamFault(random) });
  if (random.next() < 0.1) acts.push({ kind: 'reads', ...drawReadFault(random) });
  acts.push({
    kind: 'send',
    order,
    repeats: pick(random, ['never', 'never', 'at once', 'later']),
    fault: random.next() < 0.5 ? drawWriteFault(random) : undefined,
    isAwaited: random.next() < 0.7,
  });
  if (random.next() < 0.25) acts.push({ kind: 'reads', ...drawReadFault(random) });
  if (random.next() < 0.4)
    acts.push({ kind: 'time', ms: pick(random, [100, 1_000, 5_000, 20_000]) });
  if (random.next() < 0.4) acts.push({ kind: 'market', book: pick(random, books) });
  if (random.next() < 0.5) acts.push(drawCancel(random, orders.slice(0, at + 1)));
  return acts;
}

function drawCancel(random: Random, orders: readonly DrawnOrder[]): Act {
  const { name } = pick(random, orders);
  const fault = random.next() < 0.4 ? drawWriteFault(random) : undefined;
  return { kind: 'cancel', name, fault, isAwaited: random.next() < 0.7 };
}

function drawQuantities(random: Random, count: number): readonly number[] {
  const tenths = new Set<number>();
  while (tenths.size < count) tenths.add(1 + below(random, quantityTenths));
  return [...tenths].map((each) => each / 10);
}

function drawOrder(random: Random, name: string, quantity: number): DrawnOrder {
  const side = pick(random, ['buy', 'sell'] as const);
  const terms = pick(random, [
    { order_type: 'market' },
    { order_type: 'limit', price: onSide(side, 95) },
    { order_type: 'limit', price: onSide(side, 97.5) },
    { order_type: 'limit', price: onSide(side, 101) },
    { order_type: 'limit', price: onSide(side, 102) },
    { order_type: 'limit', price: onSide(side, 101), time_in_force: 'IOC' },
  ]);
  const mayRest = terms.order_type === 'limit' && !('time_in_force' in terms);
  const body = { side, quantity, client_order_id: name, ...terms };
  return { name, side, quantity, mayRest, body };
}

/** Prices of buys; a sell is mirrored at the market's mid. */
const onSide = (side: Side, price: number) => (side === 'buy' ? price : 201 - price);

/** The default market, others that fill resting orders completely or in part, one without depth. */
const books: readonly BookSides[] = [
  bookAt(100, 101, 4),
  bookAt(94, 95, 10),
  bookAt(106, 107, 10),
  bookAt(96, 97, 0.7),
  bookAt(104, 105, 0.7),
  bookAt(100, 101, 0.3),
];

function bookAt(bid: number, ask: number, quantity: number): BookSides {
  return {
    bids: [
      [bid, quantity],
      [bid - 1, quantity],
    ],
    asks: [
      [ask, quantity],
      [ask + 1, quantity],
    ],
  };
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[below(random, items.length)];
  if (item === undefined) throw new RangeError('There must be something to pick');
  return item;
}

function below(random: Random, count: number): number {
  return Math.floor(random.next() * count);
}
