import type { StreamProtocol } from '../../shared/stream/protocol.ts';
import { type HyperliquidMessage, readFrame } from './frames.ts';

const say = (method: string, [coin]: readonly string[]) =>
  JSON.stringify({ method, subscription: { type: 'l2Book', coin } });

export const hyperliquidProtocol: StreamProtocol<HyperliquidMessage> = {
  market: 'perp',
  url: 'wss://api.hyperliquid.xyz/ws',
  // 1,000 subscriptions and 10 connections for one address.
  streamsMax: 100,
  // One coin per message, by the venue's own format.
  batchMax: 1,
  // 2,000 messages a minute for one address; four connections together stay below.
  messageSpacingMs: 100,
  // The venue cuts a connection on which it sent nothing for 60 s.
  heartbeatMs: 20_000,
  silentMsMax: 45_000,
  subscribe: (keys) => say('subscribe', keys),
  unsubscribe: (keys) => say('unsubscribe', keys),
  ping: () => JSON.stringify({ method: 'ping' }),
  read: readFrame,
};
