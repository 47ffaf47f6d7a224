import { createRequire } from 'node:module';
import {
  type AnyLevel,
  comparedDepth,
  type NumberLevel,
  type Sides,
  type TextReader,
} from './bookCase.ts';

/** The part of tardis-dev that we use; its own types need an older compiler. */
interface TardisModule {
  normalizeBookChanges(exchange: string, localTimestamp: Date): TardisMapper;
  readonly OrderBook: new () => TardisBook;
}

interface TardisMapper {
  canHandle(message: unknown): boolean;
  map(message: unknown, localTimestamp: Date): Iterable<TardisChange>;
}

interface TardisLevel {
  readonly price: number;
  readonly amount: number;
}

export interface TardisChange {
  readonly isSnapshot: boolean;
  readonly bids: readonly TardisLevel[];
  readonly asks: readonly TardisLevel[];
}

export interface TardisBook {
  update(change: TardisChange): void;
  bids(): Iterable<TardisLevel>;
  asks(): Iterable<TardisLevel>;
}

const require = createRequire(import.meta.url);
const tardis: TardisModule = require('tardis-dev');

/** Returns a file of ccxt's sources, to load one exchange without the hundred others. */
export function ccxtFile(name: string): string {
  const root = require.resolve('ccxt').replace(/(\/node_modules\/ccxt\/).*$/, '$1');
  return `${root}js/src/${name}`;
}

/** Returns an empty book of tardis-dev. */
export function tardisBook(): TardisBook {
  return new tardis.OrderBook();
}

/** Any time after the current protocols began: it selects a mapper of an exchange. */
const mappedAt = new Date('2026-01-01T00:00:00Z');

/** Feeds frames through tardis-dev's own mapper into its own book. */
export function tardisReader(exchange: string, before: readonly unknown[]): TextReader {
  const mapper = tardis.normalizeBookChanges(exchange, mappedAt);
  const book = tardisBook();
  const take = (message: unknown) => {
    for (const change of mapper.map(message, mappedAt)) book.update(change);
  };
  for (const message of before) take(message);
  return {
    take: (text) => take(JSON.parse(text)),
    top: () => tardisTop(book),
    close: () => undefined,
  };
}

export function tardisTop(book: TardisBook): Sides {
  const best = (side: Iterable<TardisLevel>) => {
    const levels: NumberLevel[] = [];
    for (const { price, amount } of side) {
      if (levels.push([price, amount]) === comparedDepth) break;
    }
    return levels;
  };
  return { bids: best(book.bids()), asks: best(book.asks()) };
}

/** The part of a ccxt.pro class that we use. */
interface CcxtExchange {
  markets: Record<string, unknown>;
  markets_by_id: Record<string, unknown[]>;
  orderbooks: Record<string, CcxtBook>;
  orderBook(snapshot: object, limit?: number): CcxtBook;
  handleOrderBook(client: object, message: unknown): void;
  handleOrderBookSnapshot?(client: object, message: unknown): void;
}

export interface CcxtBook {
  readonly bids: CcxtSide;
  readonly asks: CcxtSide;
  nonce?: number;
}

interface CcxtSide extends Iterable<readonly number[]> {
  store(price: number, amount: number): void;
}

export interface CcxtOptions {
  readonly exchange: string;
  readonly url: string;
  readonly id: string;
  readonly symbol: string;
  /** The book before the first frame, when no frame contains it. */
  readonly snapshot?: {
    readonly nonce: number;
    readonly bids: readonly AnyLevel[];
    readonly asks: readonly AnyLevel[];
  };
  /** Frames before the first one that is measured: the snapshot, when the venue sends it. */
  readonly before?: readonly string[];
  /** Returns the part of a frame that the handler takes. */
  readonly messageOf?: (frame: { data: unknown }) => unknown;
  /** Subscriptions by name; without them the handler stops at a message. */
  readonly subscriptions?: Readonly<Record<string, object>>;
}

/** Feeds frames through the handler of ccxt's exchange class into its own book. */
export async function ccxtLoader(options: CcxtOptions): Promise<() => TextReader> {
  const path = ccxtFile(`pro/${options.exchange}.js`);
  const { default: Exchange }: { default: new () => CcxtExchange } = await import(path);
  const exchange = new Exchange();
  const { id, symbol } = options;
  const isSpot = !symbol.includes(':');
  const type = isSpot ? 'spot' : 'swap';
  const market = { id, symbol, type, spot: isSpot, swap: !isSpot, contract: !isSpot };
  exchange.markets = { [symbol]: market };
  exchange.markets_by_id = { [id]: [market] };
  return () => ccxtReader(exchange, options);
}

function ccxtReader(exchange: CcxtExchange, options: CcxtOptions): TextReader {
  const { symbol, snapshot, url, before = [], subscriptions = {} } = options;
  const messageOf = options.messageOf ?? ((frame) => frame);
  exchange.orderbooks = {};
  const numbers = (side: readonly AnyLevel[]) => side.map(([p, q]) => [Number(p), Number(q)]);
  if (snapshot) {
    const { nonce } = snapshot;
    const [bids, asks] = [numbers(snapshot.bids), numbers(snapshot.asks)];
    exchange.orderbooks[symbol] = exchange.orderBook({ nonce, bids, asks });
  }
  const client = {
    url,
    subscriptions,
    resolve: () => undefined,
    reject(error: unknown) {
      throw error;
    },
  };
  for (const text of before) {
    const message = messageOf(JSON.parse(text));
    if (exchange.handleOrderBookSnapshot) exchange.handleOrderBookSnapshot(client, message);
    else exchange.handleOrderBook(client, message);
  }
  return {
    take: (text) => exchange.handleOrderBook(client, messageOf(JSON.parse(text))),
    top() {
      const book = exchange.orderbooks[symbol];
      if (!book) throw new Error(`ccxt lost the book of ${symbol}`);
      return ccxtTop(book);
    },
    close: () => undefined,
  };
}

export function ccxtTop({ bids, asks }: CcxtBook): Sides {
  const best = (side: CcxtSide) =>
    [...side]
      .slice(0, comparedDepth)
      .map(([price = Number.NaN, amount = Number.NaN]): NumberLevel => [price, amount]);
  return { bids: best(bids), asks: best(asks) };
}
