import type { RawLine } from './replayCapture.ts';

export type NumberLevel = readonly [price: number, quantity: number];

/** The content of one recorded frame about a book, read without any code of ours. */
export interface RecordedFrame {
  /** Our name of the symbol. */
  readonly symbol: string;
  /** True when it contains the whole book. */
  readonly isWhole: boolean;
  readonly bids: readonly NumberLevel[];
  readonly asks: readonly NumberLevel[];
  /** The venue's number of the book after it, if it has one. */
  readonly number?: number;
  /** The venue's time, where it must replace a number. */
  readonly timeMs?: number;
  /** Levels a side beyond which the venue drops levels silently. */
  readonly depth?: number;
}

/** Reads one line; undefined if it is not about a book. `url` is that of its connection. */
export type FrameReader = (line: RawLine, url: string) => RecordedFrame | undefined;

type TextPair = readonly [price: string | number, quantity: string | number];

const numbers = (levels: readonly TextPair[] = []): NumberLevel[] =>
  levels.map(([price, quantity]) => [Number(price), Number(quantity)]);

/** Every message has a number. */
export const readBybit: FrameReader = ({ data = '' }, url) => {
  const { topic, type, data: body } = JSON.parse(data);
  if (!topic?.startsWith('orderbook.')) return undefined;
  const pair = `${body.s.slice(0, -4)}/USDT`;
  return {
    symbol: url.endsWith('spot') ? pair : `${pair}:USDT`,
    isWhole: type === 'snapshot',
    bids: numbers(body.b),
    asks: numbers(body.a),
    number: body.u,
  };
};

type GateLevel = TextPair | { readonly p: string; readonly s: number };

const gateLevels = (levels: readonly GateLevel[] = []) =>
  numbers(levels.map((level) => ('p' in level ? [level.p, level.s] : level)));

/** Both channels, and the document that the older one continues; sizes stay contracts. */
export const readGate: FrameReader = ({ t, url: address = '', data = '' }, url) => {
  const body = JSON.parse(data);
  if (t === 'http') {
    const [, kind, name = ''] = /(currency_pair|contract)=(\w+)/.exec(address) ?? [];
    const pair = name.replace('_', '/');
    return {
      symbol: kind === 'contract' ? `${pair}:USDT` : pair,
      isWhole: true,
      bids: gateLevels(body.bids),
      asks: gateLevels(body.asks),
      number: body.id,
    };
  }
  const { channel, event, result } = body;
  if (event !== 'update' || !/\.(order_book_update|obu)$/.test(channel)) return undefined;
  const pair = result.s.replace(/^ob\.|\.\d+$/g, '').replace('_', '/');
  return {
    symbol: url.endsWith('/usdt') ? `${pair}:USDT` : pair,
    isWhole: result.full === true,
    bids: gateLevels(result.b),
    asks: gateLevels(result.a),
    number: result.u,
  };
};

/** Levels of the recording of version 2, whose messages do not say them. */
const depthV2 = 25;

interface Priced {
  readonly price: number;
  readonly qty: number;
}

const priced = (levels: readonly Priced[]) =>
  levels.map(({ price, qty }): NumberLevel => [price, qty]);

/** Both versions of the spot stream. */
export const readKrakenSpot: FrameReader = ({ data = '' }) => {
  const root = JSON.parse(data);
  if (Array.isArray(root)) {
    const parts = Object.assign({}, ...root.slice(1, -2));
    const levels = Object.values(parts).filter((part) => Array.isArray(part));
    return {
      symbol: root.at(-1).replace('XBT', 'BTC'),
      isWhole: parts.as !== undefined,
      bids: numbers(parts.bs ?? parts.b),
      asks: numbers(parts.as ?? parts.a),
      timeMs: Math.floor(Math.max(...levels.flat().map(([, , time]) => Number(time))) * 1_000),
      depth: Number(root.at(-2).split('-')[1]),
    };
  }
  if (root.channel !== 'book') return undefined;
  const [{ symbol, bids, asks, timestamp }] = root.data;
  return {
    symbol,
    isWhole: root.type === 'snapshot',
    bids: priced(bids),
    asks: priced(asks),
    timeMs: Date.parse(timestamp),
    depth: depthV2,
  };
};

/** One level per message; sizes of the recorded contracts are US dollars. */
export const readKrakenFutures: FrameReader = ({ data = '' }) => {
  const root = JSON.parse(data);
  if (root.event || !['book', 'book_snapshot'].includes(root.feed)) return undefined;
  const [, pair = '', expiry] = root.product_id.split('_');
  const base = pair.slice(0, 3).replace('XBT', 'BTC');
  const level = ({ price, qty }: Priced): NumberLevel => [price, qty / price];
  const isWhole = root.feed === 'book_snapshot';
  return {
    symbol: `${base}/USD:${base}${expiry ? `-${expiry}` : ''}`,
    isWhole,
    bids: isWhole ? root.bids.map(level) : root.side === 'buy' ? [level(root)] : [],
    asks: isWhole ? root.asks.map(level) : root.side === 'sell' ? [level(root)] : [],
    number: root.seq,
  };
};

const okxSymbols: Readonly<Record<string, string>> = {
  'BTC-USDT': 'BTC/USDT',
  'UNI-USD-SWAP': 'UNI/USD:UNI',
  'BTC-USD-220527': 'BTC/USD:BTC-220527',
};

/** Sizes stay contracts. */
export const readOkx: FrameReader = ({ data = '' }) => {
  const { arg, action, data: [body] = [] } = JSON.parse(data);
  const symbol = okxSymbols[arg?.instId];
  if (arg?.channel !== 'books' || !body || symbol === undefined) return undefined;
  return {
    symbol,
    isWhole: action === 'snapshot',
    bids: numbers(body.bids),
    asks: numbers(body.asks),
    timeMs: Number(body.ts),
  };
};

/** The whole book every time; its time is its number. */
export const readHyperliquid: FrameReader = ({ data = '' }) => {
  const root = JSON.parse(data);
  if (root.channel !== 'l2Book') return undefined;
  const { coin, time, levels } = root.data;
  const [bids, asks] = levels.map((side: readonly { px: string; sz: string }[]) =>
    numbers(side.map(({ px, sz }) => [px, sz])),
  );
  return { symbol: `${coin}/USDC:USDC`, isWhole: true, bids, asks, number: time };
};
