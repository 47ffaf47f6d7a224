import type { BookChange } from '../../exchange/bookNews.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import type { DepthLevel } from '../../exchange/prices.ts';
import type { Line } from '../../ws/sockets.ts';
import { marketOf } from '../call.ts';
import { toNumber } from '../numbers.ts';

/** More levels than any shown book. */
const levelsMax = 10_000;

/** The feed `book`: the whole book, then a message for each level that changes. */
export interface BookFeed {
  /** Subscribes; answers each product separately. */
  subscribe(line: Line, products: unknown): void;
  unsubscribe(line: Line, products: unknown): void;
  leave(line: Line): void;
}

export function createBookFeed(exchange: Exchange): BookFeed {
  const places = createPlaces(exchange);
  const listeners = new Map<Market, Set<Line>>();
  exchange.onBook((change) => {
    const seq = places.pass(change);
    const lines = listeners.get(change.market);
    if (lines) tellChange(change, seq, lines);
  });
  const join = (line: Line, product: string): Market | undefined => {
    const market = marketOf(exchange, product);
    if (!market) {
      say(line, alert(`Couldn't subscribe to invalid product \`${product}\``));
      return undefined;
    }
    const lines = listeners.get(market) ?? new Set();
    if (lines.has(line)) {
      say(line, alert('Already subscribed to feed, re-requesting'));
      return undefined;
    }
    listeners.set(market, lines.add(line));
    say(line, { event: 'subscribed', feed: 'book', product_ids: [market.id] });
    return market;
  };
  const leave = (line: Line, market: Market): boolean => {
    const lines = listeners.get(market);
    const wasThere = lines?.delete(line) ?? false;
    if (lines?.size === 0) listeners.delete(market);
    return wasThere;
  };
  return {
    subscribe(line, products) {
      const joined = namesIn(products).map((product) => join(line, product));
      if (joined.length === 0) say(line, noProduct);
      for (const market of joined) {
        if (!market) continue;
        const about = { book: market.name, isSnapshot: true };
        line.send(JSON.stringify(snapshotOf(exchange, market, places.of(market))), about);
      }
    },
    unsubscribe(line, products) {
      const names = namesIn(products);
      if (names.length === 0) say(line, noProduct);
      for (const product of names) {
        const market = marketOf(exchange, product);
        const isGone = market !== undefined && leave(line, market);
        const answer = { event: 'unsubscribed', feed: 'book', product_ids: [market?.id] };
        say(line, isGone ? answer : alert('Not subscribed to feed'));
      }
    },
    leave(line) {
      for (const market of [...listeners.keys()]) leave(line, market);
    },
  };
}

const noProduct = { event: 'error', message: 'Invalid product id' } as const;

function alert(message: string): object {
  return { event: 'alert', message };
}

function say(line: Line, content: object): void {
  line.send(JSON.stringify(content));
}

function namesIn(products: unknown): readonly string[] {
  return Array.isArray(products) ? products.map(String) : [];
}

/** Numbers of a product's messages. */
interface Place {
  /** Number of the last message, even if nobody received it. */
  seq: number;
  /** Number of the book's last change: an unexpected one means that the numbers started again. */
  sequence: number;
  at: number;
}

function createPlaces(exchange: Exchange) {
  const places = new Map<Market, Place>();
  const placeAt = (market: Market, sequence: number): Place => {
    const known = places.get(market);
    if (known?.sequence === sequence) return known;
    const begun = { seq: sequence, sequence, at: exchange.now() };
    places.set(market, begun);
    return begun;
  };
  return {
    of: (market: Market) => placeAt(market, exchange.prices.depth(market, 1).sequence),
    /** Counts the messages of a change; returns the number of the first. */
    pass({ market, first, last, at, bids, asks }: BookChange): number {
      const place = placeAt(market, first - 1);
      const seq = place.seq + 1;
      place.seq += bids.length + asks.length;
      place.sequence = last;
      place.at = at;
      return seq;
    },
  };
}

function rowOf({ price, quantity }: DepthLevel) {
  return { price: toNumber(price), qty: toNumber(quantity) };
}

function snapshotOf({ prices }: Exchange, market: Market, { seq, at }: Place): object {
  const { bids, asks } = prices.depth(market, levelsMax);
  return {
    feed: 'book_snapshot',
    product_id: market.id,
    timestamp: at,
    seq,
    tickSize: null,
    bids: bids.map(rowOf),
    asks: asks.map(rowOf),
  };
}

/**
 * Sends a change. Removed levels come first, so that the book is never crossed between messages.
 */
function tellChange(change: BookChange, seqFirst: number, lines: ReadonlySet<Line>): void {
  const { market, at, bids, asks } = change;
  const rows = [
    ...bids.map((level) => ({ side: 'buy', level })),
    ...asks.map((level) => ({ side: 'sell', level })),
  ];
  const isGone = ({ level }: (typeof rows)[number]) => level.quantity === 0n;
  const ordered = [...rows.filter(isGone), ...rows.filter((row) => !isGone(row))];
  const about = { book: market.name, isSnapshot: false };
  for (const [index, { side, level }] of ordered.entries()) {
    const named = { feed: 'book', product_id: market.id, side, seq: seqFirst + index };
    const text = JSON.stringify({ ...named, ...rowOf(level), timestamp: at });
    for (const line of lines) line.send(text, about);
  }
}
