import type { Fields } from '../../shared/json.ts';
import type { StreamProtocol } from '../../shared/stream/protocol.ts';
import { routeFrame } from './frames.ts';
import type { Market } from './markets.ts';

/** The venue allows 1,024 (an older futures page 200); fewer limit the harm of a cut. */
const streamsMax = 200;
/** 50 names stay below 2 kB, far from any frame limit. */
const batchMax = 50;
/** Shorter than the venue's own ping of 20 s (spot). */
const heartbeatMs = 15_000;
/** Two heartbeats without an answer. */
const silentMsMax = 35_000;
/** The venue cuts every connection after 24 hours. */
const renewAfterMs = 23 * 3_600_000;

/** Creates the protocol of a market's public stream, over `/stream`. */
export function createBinanceProtocol(market: Market): StreamProtocol<Fields> {
  const say = (method: string, keys: readonly string[], id: number) =>
    JSON.stringify({ method, params: keys.map(streamName), id });
  return {
    market: market.name,
    url: market.streamUrl,
    streamsMax,
    batchMax,
    messageSpacingMs: market.messageSpacingMs,
    heartbeatMs,
    silentMsMax,
    renewAfterMs,
    subscribe: (keys, { id }) => say('SUBSCRIBE', keys, id),
    unsubscribe: (keys, { id }) => say('UNSUBSCRIBE', keys, id),
    ping: ({ id }) => JSON.stringify({ method: 'LIST_SUBSCRIPTIONS', id }),
    read: routeFrame,
  };
}

/** Returns the stream of a symbol's changes, every 100 ms while there are any. */
function streamName(venueSymbol: string): string {
  return `${venueSymbol.toLowerCase()}@depth@100ms`;
}
