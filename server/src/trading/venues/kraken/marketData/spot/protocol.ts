import { type Fields, isFields } from '../../../shared/json.ts';
import type { Frame, StreamProtocol } from '../../../shared/stream/protocol.ts';
import type { SpotBookFrame, SpotMessage } from './frames.ts';
import { parseKeepingNumbers, readV2Book } from './v2.ts';

type SpotFrame = Frame<SpotMessage>;

/**
 * Far beyond the 50 bps that the service measures on liquid pairs, at half the size of the deepest.
 */
const depth = 500;
/** The depths that the venue offers. */
const depthsOffered: readonly number[] = [10, 25, 100, 500, 1_000];
/** No limit is published; snapshots of 100 books are 6 MB, and more would do more harm at a cut. */
const streamsMax = 100;
/** Twenty snapshots are about a megabyte at once. */
const batchMax = 20;
/** A client that subscribes faster gets "Exceeded msg rate". */
const messageSpacingMs = 1_000;
/**
 * The venue sends a heartbeat every second; before anything is subscribed, a ping proves the
 * connection.
 */
const heartbeatMs = 15_000;
/** Two pings without an answer. */
const silentMsMax = 35_000;

const other: SpotFrame = { kind: 'other' };

/** Opens or ends the streams of some books. */
interface BookRequest {
  readonly method: 'subscribe' | 'unsubscribe';
  readonly params: {
    readonly channel: 'book';
    readonly symbol: readonly string[];
    readonly depth: number;
    readonly snapshot: true | undefined;
  };
  readonly req_id: number;
}

/** A frame of an older version: of a book, or an answer with the depth that it grants. */
export type OlderReading =
  | { readonly kind: 'book'; readonly frame: SpotBookFrame }
  | { readonly kind: 'answer'; readonly answer: SpotFrame; readonly depth?: unknown };

/** Reads frames of a version that only recordings hold; undefined for those of version 2. */
export interface OlderReader {
  read(text: string): OlderReading | undefined;
  /** Reads a frame that is no JSON. */
  torn(text: string): SpotFrame | undefined;
}

/**
 * Public spot books in version 2 of the stream.
 *
 * @param older Reads the frames of an older version, in a recording.
 */
export function createSpotProtocol(older?: OlderReader): StreamProtocol<SpotMessage> {
  const places = createPlaces();

  const say = (method: BookRequest['method'], keys: readonly string[], reqId: number) => {
    const request: BookRequest = {
      method,
      params: {
        channel: 'book',
        symbol: keys,
        depth,
        snapshot: method === 'subscribe' ? true : undefined,
      },
      req_id: reqId,
    };
    return JSON.stringify(request);
  };

  const settled = (answer: SpotFrame, granted: unknown): SpotFrame => {
    if (answer.kind === 'accepted') {
      for (const key of answer.keys ?? []) places.subscribed(key, depthOf(granted));
    }
    return answer;
  };

  const read = (text: string): SpotFrame => {
    const old = older?.read(text);
    if (old) return old.kind === 'book' ? places.give(old.frame) : settled(old.answer, old.depth);
    const root = parseKeepingNumbers(text);
    if (Array.isArray(root)) return other;
    if (!isFields(root)) return older?.torn(text) ?? tornFrame(text);
    if (root.channel === 'book') {
      const frame = readV2Book(root);
      return frame ? places.give(frame) : { kind: 'malformed', key: undefined };
    }
    return settled(readAnswer(root), isFields(root.result) ? root.result.depth : undefined);
  };

  return {
    market: 'spot',
    url: 'wss://ws.kraken.com/v2',
    streamsMax,
    batchMax,
    messageSpacingMs,
    heartbeatMs,
    silentMsMax,
    subscribe: (keys, { id }) => say('subscribe', keys, id),
    // The depth is a part of what identifies a subscription.
    unsubscribe: (keys, { id }) => say('unsubscribe', keys, id),
    ping: ({ id }) => JSON.stringify({ method: 'ping', req_id: id }),
    read,
  };
}

/** The known state of a book's stream. */
interface Stream {
  readonly depth: number;
  hasSnapshot: boolean;
}

/** Creates the numbers of messages in their streams, which the venue does not give. */
function createPlaces() {
  // One for every symbol that was ever named.
  const streams = new Map<string, Stream>();
  let lastNumber = 0;
  return {
    subscribed(key: string, granted: number) {
      streams.set(key, { depth: granted, hasSnapshot: false });
    },
    give({ key, levels, depth: told }: SpotBookFrame): SpotFrame {
      if (!levels) return { kind: 'malformed', key };
      lastNumber += 1;
      let number = lastNumber;
      const known = streams.get(key);
      const stream = known ?? { depth: told ?? likelyDepth(levels), hasSnapshot: false };
      if (levels.isSnapshot) {
        if (!known) streams.set(key, stream);
        // Without a subscription before it, nothing tells its position.
        if (stream.hasSnapshot) number = 0;
        stream.hasSnapshot = true;
      }
      return { kind: 'book', key, message: { ...levels, number, depth: told ?? stream.depth } };
    },
  };
}

/**
 * Returns the depth: a side that is cut at an offered depth shows it; a shorter book was not cut.
 */
function likelyDepth({ bids, asks }: { bids: readonly unknown[]; asks: readonly unknown[] }) {
  const levels = Math.max(bids.length, asks.length);
  return depthsOffered.includes(levels) ? levels : Math.max(depth, levels);
}

/** Reads answers to subscriptions, one for every symbol. */
function readAnswer(root: Fields): SpotFrame {
  const error = root.error ?? root.Error;
  const id = Number.isSafeInteger(root.req_id) ? { id: root.req_id as number } : {};
  if (typeof error === 'string') return refusal(error, root, id);
  if (root.method !== 'subscribe' || root.success !== true || !isFields(root.result)) return other;
  const { channel, symbol } = root.result;
  if (channel !== 'book' || typeof symbol !== 'string') return other;
  return { kind: 'accepted', keys: [symbol], ...id };
}

function refusal(reason: string, root: Fields, id: { readonly id?: number }): SpotFrame {
  const isLimit = isRateLimit(reason);
  if (root.method === 'unsubscribe' || root.method === 'ping') {
    // Only the pace matters; no subscription has the number 0.
    return isLimit ? { kind: 'refused', reason, isLimit, id: 0 } : other;
  }
  const symbol = root.symbol ?? (isFields(root.result) ? root.result.symbol : undefined);
  const keys = typeof symbol === 'string' ? { keys: [symbol] } : {};
  // The subscription exists, but its snapshot has passed: the wait for one ends in another request.
  if (/already subscribed/i.test(reason)) return { kind: 'accepted', ...keys, ...id };
  return { kind: 'refused', reason, isLimit, ...keys, ...id };
}

/** Returns the granted depth, or the one that we ask for when the answer does not say it. */
function depthOf(granted: unknown): number {
  return Number.isSafeInteger(granted) && (granted as number) > 0 ? (granted as number) : depth;
}

/** True when a refusal is for the pace of our messages. */
export function isRateLimit(reason: string): boolean {
  return /msg rate|rate limit/i.test(reason);
}

/** Returns what a torn frame still tells about its stream. */
function tornFrame(text: string): SpotFrame {
  const isForeign = /^\{"(?:channel":"(?!book")[a-z]+"|method":)/.test(text);
  if (isForeign) return other;
  return { kind: 'malformed', key: /"symbol":"([A-Z0-9]+\/[A-Z0-9]+)"/.exec(text)?.[1] };
}
