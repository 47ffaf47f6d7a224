import { createBybitFeed } from '../../../../src/trading/venues/bybit/marketData/feed.ts';
import type { VenueScript } from '../../marketData/venueScript.ts';

interface Message {
  readonly name: string;
  readonly type: 'snapshot' | 'delta';
  readonly u: number;
  readonly b: unknown;
  readonly a: unknown;
}

const levels = ({ name, type, u, b, a }: Message) =>
  JSON.stringify({
    topic: `orderbook.200.${name}`,
    type,
    ts: 1_700_000_000_000 + u,
    data: { s: name, b, a, u, seq: u * 10 },
    cts: 1_700_000_000_000 + u,
  });

/** Returns bybit's stream of one symbol: linear by default. */
export function bybitScript(symbol = 'BTC/USDT:USDT', name = 'BTCUSDT'): VenueScript {
  const isInverse = symbol.endsWith(':BTC');
  return {
    name: `bybit ${symbol}`,
    createFeed: createBybitFeed,
    symbol,
    numbering: 'single',
    levels: 'many',
    request(sent) {
      const { op, args } = JSON.parse(sent);
      if (op !== 'subscribe' && op !== 'unsubscribe') return 'other';
      return args.includes(`orderbook.200.${name}`) ? op : 'other';
    },
    accepted(sent) {
      const { req_id } = JSON.parse(sent);
      return [
        JSON.stringify({ success: true, ret_msg: '', conn_id: 'x', req_id, op: 'subscribe' }),
      ];
    },
    refused(sent) {
      const { req_id } = JSON.parse(sent);
      const ret_msg = `Invalid symbol :[orderbook.200.${name}]`;
      return JSON.stringify({ success: false, ret_msg, conn_id: 'x', req_id, op: 'subscribe' });
    },
    limited(sent) {
      const { req_id } = JSON.parse(sent);
      const ret_msg = 'Too many requests';
      return JSON.stringify({ success: false, ret_msg, conn_id: 'x', req_id, op: 'subscribe' });
    },
    snapshot: ({ id, bids, asks }) => levels({ name, type: 'snapshot', u: id, b: bids, a: asks }),
    change: ({ last, bids, asks }) => levels({ name, type: 'delta', u: last, b: bids, a: asks }),
    document(url, { bids, asks }) {
      if (!url.startsWith('https://api.bybit.com/v5/market/orderbook?')) return undefined;
      if (new URL(url).searchParams.get('symbol') !== name) return undefined;
      return JSON.stringify({ retCode: 0, result: { s: name, b: bids, a: asks, u: 1, seq: 1 } });
    },
    ...(isInverse && { toBase: (price: number, size: number) => size / price }),
    detects: 'numbers',
    oldSnapshot: 'gap',
    restart: 'snapshot',
  };
}
