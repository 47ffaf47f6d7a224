import { crc32 } from 'node:zlib';
import { createKrakenFeed } from '../../../../src/trading/venues/kraken/marketData/feed.ts';
import type { TextLevel, TrueBook } from '../../marketData/venueMarket.ts';
import type { VenueScript } from '../../marketData/venueScript.ts';

const name = 'BTC/USD';
const times = { time_in: '2026-08-02T03:35:50.98Z', time_out: '2026-08-02T03:35:50.99Z' };

/** Number text unchanged: trailing zeros are part of the checksum. */
const side = (levels: readonly TextLevel[]) =>
  `[${levels.map(([price, qty]) => `{"price":${price},"qty":${qty}}`).join(',')}]`;

function checksum({ bids, asks }: TrueBook): number {
  const levels = [...asks.slice(0, 10), ...bids.slice(0, 10)];
  return crc32(
    levels
      .flat()
      .map((text) => `${+text.replace('.', '')}`)
      .join(''),
  );
}

/** The time of book 0; later books are a millisecond later each. */
const startMs = Date.parse('2026-08-02T03:35:51Z');

type Sides = Pick<TrueBook, 'bids' | 'asks'>;

const book = (type: string, { bids, asks }: Sides, after: TrueBook) =>
  `{"channel":"book","type":"${type}","data":[{"symbol":"${name}","bids":${side(bids)},` +
  `"asks":${side(asks)},"checksum":${checksum(after)},` +
  `"timestamp":"${new Date(startMs + after.id).toISOString()}"}]}`;

/** Version 2 of the spot stream. */
export const krakenSpotScript: VenueScript = {
  name: 'kraken spot',
  createFeed: createKrakenFeed,
  symbol: name,
  numbering: 'single',
  levels: 'many',
  request(sent) {
    const { method, params } = JSON.parse(sent);
    if (method !== 'subscribe' && method !== 'unsubscribe') return 'other';
    return params.channel === 'book' && params.symbol.includes(name) ? method : 'other';
  },
  accepted(sent) {
    const { req_id, params } = JSON.parse(sent);
    const result = { channel: 'book', depth: params.depth, snapshot: true, symbol: name };
    return [JSON.stringify({ method: 'subscribe', result, success: true, req_id, ...times })];
  },
  refused(sent) {
    const { method, req_id } = JSON.parse(sent);
    const error = `Currency pair not supported ${name}`;
    return JSON.stringify({ error, method, req_id, success: false, symbol: name, ...times });
  },
  limited(sent) {
    const { method, req_id } = JSON.parse(sent);
    const error = 'Exceeded msg rate';
    return JSON.stringify({ error, method, req_id, success: false, ...times });
  },
  snapshot: (truth) => book('snapshot', truth, truth),
  change: (event, after) => book('update', event, after),
  document(url, { bids, asks }) {
    if (!url.startsWith('https://api.kraken.com/0/public/Depth?pair=XBTUSD&')) return undefined;
    const levels = (from: readonly TextLevel[]) =>
      from.slice(0, 10).map(([price, qty]) => [price, (+qty).toFixed(3), 1_700_000_000]);
    const shown = { asks: levels(asks), bids: levels(bids) };
    return JSON.stringify({ error: [], result: { XXBTZUSD: shown } });
  },
  withWrongChecksum: (frame) =>
    frame.replace(/"checksum":(\d+)/, (_, told) => `"checksum":${(+told + 1) % 2 ** 32}`),
  detects: 'checksum',
  oldSnapshot: 'gap',
  restart: 'disconnect',
};
