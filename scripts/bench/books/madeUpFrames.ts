import { bookChecksum } from '../../../server/src/trading/venues/kraken/marketData/spot/checksum.ts';
import { TextSide } from '../../../server/src/trading/venues/shared/textSide.ts';
import { madeUpMarket, type TextChange, type TextLevel } from './madeUpMarket.ts';

const startMs = 1_700_000_000_000;

/** Returns a snapshot and its changes, numbered from 1, of the size of these venues' books. */
function messages(
  levels: readonly [low: number, high: number] = [1, 12],
): (TextChange & { readonly number: number })[] {
  const { snapshot, changes } = madeUpMarket({ depth: 200, messages: 3_000, levels });
  return [snapshot, ...changes].map((change, i) => ({ ...change, number: i + 1 }));
}

/** Returns frames of Bybit v5, channel `orderbook.200`. */
export function bybitFrames(): string[] {
  return messages().map(({ bids: b, asks: a, number: u }) =>
    JSON.stringify({
      topic: 'orderbook.200.BTCUSDT',
      type: u === 1 ? 'snapshot' : 'delta',
      ts: startMs + u,
      data: { s: 'BTCUSDT', b, a, u, seq: u * 10 },
      cts: startMs + u,
    }),
  );
}

/** Returns frames of OKX v5, channel `books`, in its current form: numbered, no checksums. */
export function okxFrames(): string[] {
  const fourFields = (side: readonly TextLevel[]) => side.map(([p, s]) => [p, s, '0', '1']);
  return messages().map(({ bids, asks, number }) => {
    const sides = { asks: fourFields(asks), bids: fourFields(bids) };
    const numbers = { seqId: number, prevSeqId: number === 1 ? -1 : number - 1 };
    return JSON.stringify({
      arg: { channel: 'books', instId: 'BTC-USDT' },
      action: number === 1 ? 'snapshot' : 'update',
      data: [{ ...sides, ts: String(startMs + number), checksum: 0, ...numbers }],
    });
  });
}

/** Returns frames of Gate.io, channel `spot.obu`. */
export function gateFrames(): string[] {
  return messages().map(({ bids: b, asks: a, number: u }) => {
    const start = u === 1 ? { full: true } : { U: u };
    const result = { t: startMs + u, ...start, u, s: 'ob.BTC_USDT.400', b, a };
    return JSON.stringify({ channel: 'spot.obu', event: 'update', time_ms: startMs + u, result });
  });
}

/** Returns frames of Kraken v2, channel `book`: JSON numbers, and a checksum in each message. */
export function spotV2Frames(): string[] {
  const [bids, asks] = [new TextSide('bids'), new TextSide('asks')];
  const setLevels = (side: TextSide, levels: readonly TextLevel[]) => {
    for (const [price, quantity] of levels) side.set(price, quantity);
    const parts = levels.map(([price, qty]) => `{"price":${price},"qty":${qty}}`);
    return `[${parts.join(',')}]`;
  };
  return messages([0, 3]).map((change) => {
    const sides = `"bids":${setLevels(bids, change.bids)},"asks":${setLevels(asks, change.asks)}`;
    const type = change.number === 1 ? 'snapshot' : 'update';
    const time = new Date(startMs + change.number).toISOString();
    return (
      `{"channel":"book","type":"${type}","data":[{"symbol":"BTC/USD",${sides},` +
      `"checksum":${bookChecksum(bids, asks)},"timestamp":"${time}"}]}`
    );
  });
}

/** Returns frames of Kraken Futures, feed `book`: a message for every level. */
export function futuresFrames(): string[] {
  const product = { product_id: 'PI_ETHUSD' };
  const [first, ...rest] = messages();
  const sized = (side: readonly TextLevel[] = []) =>
    side.map(([price, qty]) => ({ price: Number(price), qty: Math.round(Number(qty) * 1_000) }));
  const [bids, asks] = [sized(first?.bids), sized(first?.asks)];
  const start = { feed: 'book_snapshot', ...product, timestamp: startMs, seq: 1, bids, asks };
  const singles = rest.flatMap((change) => {
    const buys = sized(change.bids).map((level) => ({ side: 'buy', ...level }));
    const sells = sized(change.asks).map((level) => ({ side: 'sell', ...level }));
    // Levels that the price has passed are removed first, so that the book is never crossed.
    return [...buys, ...sells].sort((one, other) => Number(one.qty > 0) - Number(other.qty > 0));
  });
  const frames = singles.map(({ side, price, qty }, i) =>
    JSON.stringify({ feed: 'book', ...product, side, seq: i + 2, price, qty, timestamp: startMs }),
  );
  return [JSON.stringify(start), ...frames];
}
