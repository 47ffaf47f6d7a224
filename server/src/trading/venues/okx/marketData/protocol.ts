import type { StreamProtocol } from '../../shared/stream/protocol.ts';
import { type OkxMessage, readFrame } from './frames.ts';

/**
 * Creates the protocol of the public stream: spot, swaps and futures together, 400 levels every 100
 * ms.
 */
export function createOkxProtocol(): StreamProtocol<OkxMessage> {
  let counted = 0;
  const count = () => {
    counted += 1;
    return counted;
  };
  // One for each instrument that was ever named. Two channels of one instrument would break each
  // other's chain, so the one that is heard first is followed.
  const channels = new Map<string, string>();
  const follows = (instId: string, channel: string) => {
    if (!channels.has(instId)) channels.set(instId, channel);
    return channels.get(instId) === channel;
  };
  const say = (op: string, keys: readonly string[], id: number) =>
    JSON.stringify({
      id: String(id),
      op,
      args: keys.map((instId) => ({ channel: 'books', instId })),
    });
  return {
    market: 'public',
    url: 'wss://ws.okx.com:8443/ws/v5/public',
    // 480 subscriptions and similar messages per hour on one connection leave room for renewals.
    streamsMax: 100,
    // A message may hold 64 kB; 50 names are 3 kB.
    batchMax: 50,
    messageSpacingMs: 350,
    // The venue cuts after 30 s without a message in either direction.
    heartbeatMs: 20_000,
    silentMsMax: 45_000,
    subscribe: (keys, { id }) => say('subscribe', keys, id),
    unsubscribe: (keys, { id }) => say('unsubscribe', keys, id),
    ping: () => 'ping',
    read: (text) => readFrame(text, count, follows),
  };
}
