import type { StreamProtocol } from '../shared/stream/protocol.ts';
import { type FuturesMessage, readFuturesFrame } from './futuresFrames.ts';

/** None is published; fewer keep the harm of a cut small. */
const streamsMax = 100;
/** Refusals name no product, so that a smaller batch finds the one that was meant sooner. */
const batchMax = 20;
/** 100 requests a second and connection, so they say; we are never in such a hurry. */
const messageSpacingMs = 200;
/** The venue wants to hear from us every 60 s. */
const heartbeatMs = 20_000;
/** Three signs of life unanswered: the venue's own bound. */
const silentMsMax = 60_000;

/** Public futures books. */
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
    // There is no ping in words; this feed is documented, needs no product, and repeats its answer.
    ping: () => JSON.stringify({ event: 'subscribe', feed: 'heartbeat' }),
    read: readFuturesFrame,
  };
}
