import type { StreamProtocol } from '../../shared/stream/protocol.ts';
import type { MarketName } from '../symbols.ts';
import { type BybitMessage, readFrame } from './frames.ts';

/**
 * 200 levels every 100 ms (spot 200 ms). 50 levels come every 20 ms, but cover only some 5 bps of a
 * BTC book: too few for `depth` up to 100 and for quality at 50 bps.
 */
const bookDepth = 200;

const urls: Readonly<Record<MarketName, string>> = {
  spot: 'wss://stream.bybit.com/v5/public/spot',
  linear: 'wss://stream.bybit.com/v5/public/linear',
  inverse: 'wss://stream.bybit.com/v5/public/inverse',
};

/** Creates the protocol of a market's public stream. */
export function createBybitProtocol(market: MarketName): StreamProtocol<BybitMessage> {
  const say = (op: string, keys: readonly string[], id: number) =>
    JSON.stringify({
      op,
      args: keys.map((key) => `orderbook.${bookDepth}.${key}`),
      req_id: String(id),
    });
  return {
    market,
    url: urls[market],
    // The venue allows 21,000 characters of topics; a cut of 200 books is harm enough.
    streamsMax: 200,
    // Spot accepts ten topics a request; the others accept more, but gain little by it.
    batchMax: 10,
    // 500 connects in five minutes are the only published limit; five messages a second are modest.
    messageSpacingMs: 200,
    // The venue asks for a ping every 20 s.
    heartbeatMs: 18_000,
    silentMsMax: 40_000,
    subscribe: (keys, { id }) => say('subscribe', keys, id),
    unsubscribe: (keys, { id }) => say('unsubscribe', keys, id),
    ping: ({ id }) => JSON.stringify({ op: 'ping', req_id: String(id) }),
    read: readFrame,
  };
}
