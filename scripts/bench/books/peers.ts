import { createRequire } from 'node:module';
import { type AnyLevel, comparedDepth, type Sides, type TextReader } from './bookCase.ts';

/** What we use of tardis-dev, whose types ask for an older compiler. */
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

/** A file of ccxt's sources; one exchange is loaded without the hundred others. */
export function ccxtFile(name: string): string {
  const root = require.resolve('ccxt').replace(/(\/node_modules\/ccxt\/).*$/, '$1');
  return `${root}js/src/${name}`;
}

/** An empty book of tardis-dev. */
export function tardisBook(): TardisBook {
  return new tardis.OrderBook();
}

/** Frames through tardis-dev's own mapper into its own book. */
export function tardisReader(exchange: string, before: readonly unknown[]): TextReader {
  const now = new Date(0);
  const mapper = tardis.normalizeBookChanges(exchange, now);
  const book = tardisBook();
  const take = (message: unknown) => {
    for (const change of mapper.map(message, now)) book.update(change);
  };
  for (const message of before) take(message);
  return {
    take: (text) => take(JSON.parse(text)),
    bestPrices: () => tardisPrices(book),
    close: () => undefined,
  };
}

export function tardisPrices(book: TardisBook): Sides {
  const best = (side: Iterable<TardisLevel>) => {
    const prices: number[] = [];
    for (const { price } of side) if (prices.push(price) === comparedDepth) break;
    return prices;
  };
  return { bids: best(book.bids()), asks: best(book.asks()) };
}

/** What we use of a class of ccxt.pro. */
interface CcxtExchange {
  markets: Record<string, unknown>;
  markets_by_id: Record<string, unknown[]>;
  orderbooks: Record<string, CcxtBook>;
  orderBook(snapshot: object, limit?: number): CcxtBook;
  handleOrderBook(client: object, message: unknown): void;
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
  readonly isSpot: boolean;
  /** The book before the first frame. */
  readonly snapshot: {
    readonly nonce: number;
    readonly bids: readonly AnyLevel[];
    readonly asks: readonly AnyLevel[];
  };
  /** What its handler takes out of a frame. */
  readonly messageOf: (frame: { data: unknown }) => unknown;
}

/** Frames through the handler of ccxt's exchange class into its own book. */
export async function ccxtLoader(options: CcxtOptions): Promise<() => TextReader> {
  const path = ccxtFile(`pro/${options.exchange}.js`);
  const { default: Exchange }: { default: new () => CcxtExchange } = await import(path);
  return () => ccxtReader(new Exchange(), options);
}

function ccxtReader(exchange: CcxtExchange, options: CcxtOptions): TextReader {
  const { id, symbol, isSpot, snapshot, url, messageOf } = options;
  const type = isSpot ? 'spot' : 'swap';
  const market = { id, symbol, type, spot: isSpot, swap: !isSpot, contract: !isSpot };
  exchange.markets = { [symbol]: market };
  exchange.markets_by_id = { [id]: [market] };
  const numbers = (side: readonly AnyLevel[]) => side.map(([p, q]) => [Number(p), Number(q)]);
  const bids = numbers(snapshot.bids);
  const asks = numbers(snapshot.asks);
  const book = exchange.orderBook({ nonce: snapshot.nonce, bids, asks });
  exchange.orderbooks[symbol] = book;
  const client = {
    url,
    subscriptions: {},
    resolve: () => undefined,
    reject(error: unknown) {
      throw error;
    },
  };
  return {
    take: (text) => exchange.handleOrderBook(client, messageOf(JSON.parse(text))),
    bestPrices: () => ccxtPrices(book),
    close: () => undefined,
  };
}

export function ccxtPrices({ bids, asks }: CcxtBook): Sides {
  const best = (side: CcxtSide) => [...side].slice(0, comparedDepth).map(([price = 0]) => price);
  return { bids: best(bids), asks: best(asks) };
}
