import type { StreamProtocol } from '../../../shared/stream/protocol.ts';
import { type FuturesMessage, readFuturesFrame } from './frames.ts';

/** No limit is published; fewer streams limit the harm of a cut. */
const streamsMax = 100;
/** Refusals name no product, so a smaller batch finds the refused one sooner. */
const batchMax = 20;
/** The documents allow 100 requests per second and connection; we never need that many. */
const messageSpacingMs = 200;
/** The venue expects a message from us every 60 s. */
const heartbeatMs = 20_000;
/** Three signs of life without an answer: the venue's own bound. */
const silentMsMax = 60_000;

/** Creates the protocol of the public futures books. */
export function createFuturesProtocol(): StreamProtocol<FuturesMessage> {
  const say = (event: string, keys: readonly string[]) =>
    JSON.stringify({ event, feed: 'book', product_ids: keys });
  return {
    market: 'futures',
    url: 'wss://futures.kraken.com/ws/v1',
    streamsMax,
    batchMax,
    messageSpacingMs,
    heartbeatMs,
    silentMsMax,
    subscribe: (keys) => say('subscribe', keys),
    unsubscribe: (keys) => say('unsubscribe', keys),
    // There is no ping message; this feed is documented, needs no product, and repeats its answer.
    ping: () => JSON.stringify({ event: 'subscribe', feed: 'heartbeat' }),
    read: readFuturesFrame,
  };
}
