import type { WireLevel } from '../bookPort.ts';
import { isFields, parseJson } from '../shared/json.ts';
import { areLevels, isSequenceNumber } from '../shared/levels.ts';
import type { BookDecoder, BookDialect, ProofDocument } from '../shared/stream/dialect.ts';
import type { Frame, StreamProtocol } from '../shared/stream/protocol.ts';

/**
 * A message of a simulated venue with faults. Each names the one before, as gaps in the numbers are
 * normal: a moment missed while the process was busy is skipped.
 */
export interface SimulatedMessage {
  readonly isFull: boolean;
  readonly last: number;
  readonly previous: number;
  readonly timeMs: number;
  readonly bids: readonly WireLevel[];
  readonly asks: readonly WireLevel[];
}

export const simulatedDialect: BookDialect<SimulatedMessage> = {
  last: ({ last }) => last,
  joins: ({ previous }, local) => previous === local,
  follows: ({ previous }, local) => previous === local,
  isSnapshot: ({ isFull }) => isFull,
  venueTimeMs: ({ timeMs }) => timeMs,
  unasked: () => 'gap',
};

export const simulatedDecoder: BookDecoder<SimulatedMessage> = {
  snapshot: (message) => message,
  changes: (message) => message,
};

export function createSimulatedProtocol(venue: string): StreamProtocol<SimulatedMessage> {
  const say = (ask: string, keys: readonly string[], id: number) =>
    JSON.stringify({ ask, keys, id });
  return {
    market: 'simulated',
    // Nothing outside the process has this address.
    url: `wss://${venue}.simulated/stream`,
    streamsMax: 100,
    batchMax: 20,
    messageSpacingMs: 100,
    heartbeatMs: 15_000,
    silentMsMax: 35_000,
    subscribe: (keys, { id }) => say('subscribe', keys, id),
    unsubscribe: (keys, { id }) => say('unsubscribe', keys, id),
    ping: ({ id }) => JSON.stringify({ ask: 'ping', id }),
    read: readFrame,
  };
}

function readFrame(text: string): Frame<SimulatedMessage> {
  const root = parseJson(text);
  if (!isFields(root)) return { kind: 'malformed', key: /"s":"([^"]+)"/.exec(text)?.[1] };
  const { s: key, n: last, p: previous, t: timeMs, b: bids, a: asks, id } = root;
  if (typeof root.error === 'string' && typeof id === 'number') {
    return { kind: 'refused', id, reason: root.error, isLimit: root.error === limitWords };
  }
  if (root.ok === true && typeof id === 'number') return { kind: 'accepted', id };
  if (typeof key !== 'string') return { kind: 'other' };
  const isNumbered = isSequenceNumber(last) && isSequenceNumber(previous);
  if (!isNumbered || typeof timeMs !== 'number' || !areLevels(bids) || !areLevels(asks)) {
    return { kind: 'malformed', key };
  }
  const message = { isFull: root.full === true, last, previous, timeMs, bids, asks };
  return { kind: 'book', key, message };
}

export const limitWords = 'too many requests';

/** Returns the document of a book, as far as it proves a quiet one. */
export function simulatedProof(venue: string, symbol: string): ProofDocument {
  return {
    url: `https://${venue}.simulated/book?symbol=${encodeURIComponent(symbol)}`,
    weight: 1,
    parse(text) {
      const root = parseJson(text);
      if (!isFields(root) || !areLevels(root.b) || !areLevels(root.a)) return undefined;
      return { bids: root.b, asks: root.a };
    },
  };
}
