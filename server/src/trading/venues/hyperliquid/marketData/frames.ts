import type { WireLevel } from '../../bookPort.ts';
import { isFields, parseJson } from '../../shared/json.ts';
import { isSequenceNumber } from '../../shared/levels.ts';
import type { Frame } from '../../shared/stream/protocol.ts';

/** A whole book; sizes are base units. */
export interface HyperliquidMessage {
  /** Time of the block in ms since the epoch: the only number that there is. */
  readonly time: number;
  readonly bids: readonly WireLevel[];
  readonly asks: readonly WireLevel[];
}

type HyperliquidFrame = Frame<HyperliquidMessage>;

const other: HyperliquidFrame = { kind: 'other' };
/** The first text of a connection is not JSON. */
const greeting = /^Websocket connection established/;

export function readFrame(text: string): HyperliquidFrame {
  const root = parseJson(text);
  if (!isFields(root)) return greeting.test(text) ? other : tornFrame(text);
  switch (root.channel) {
    case 'l2Book':
      return readBook(root.data);
    case 'subscriptionResponse':
      return readAnswer(root.data);
    case 'error':
      return readError(root.data);
    default:
      return other;
  }
}

function readBook(data: unknown): HyperliquidFrame {
  if (!isFields(data) || typeof data.coin !== 'string')
    return { kind: 'malformed', key: undefined };
  const { coin: key, time, levels } = data;
  const [bids, asks] = Array.isArray(levels) ? levels.map(toLevels) : [];
  if (!bids || !asks || !isSequenceNumber(time)) return { kind: 'malformed', key };
  return { kind: 'book', key, message: { time, bids, asks } };
}

/** Each level is `{px, sz, n}`. */
function toLevels(side: unknown): readonly WireLevel[] | undefined {
  if (!Array.isArray(side)) return undefined;
  const levels: WireLevel[] = [];
  for (const level of side) {
    if (!isFields(level)) return undefined;
    const { px, sz } = level;
    if (typeof px !== 'string' || typeof sz !== 'string') return undefined;
    levels.push([px, sz]);
  }
  return levels;
}

/** `{method, subscription: {type, coin}}`; the answer to an unsubscription does not matter. */
function readAnswer(data: unknown): HyperliquidFrame {
  if (!isFields(data) || data.method !== 'subscribe') return other;
  const coin = isFields(data.subscription) ? data.subscription.coin : undefined;
  return typeof coin === 'string' ? { kind: 'accepted', keys: [coin] } : other;
}

/** Reads the coin from a sentence that repeats our request. */
function readError(data: unknown): HyperliquidFrame {
  const reason = String(data);
  // Unsubscribing from a stream that was already gone does no harm.
  if (/already (un)?subscribed/i.test(reason)) return other;
  const coin = /"coin":"([^"]+)"/.exec(reason)?.[1];
  const addressee = coin === undefined ? {} : { keys: [coin] };
  return { kind: 'refused', reason, isLimit: /too many|limit/i.test(reason), ...addressee };
}

/** Returns what a torn frame still tells about its stream. */
function tornFrame(text: string): HyperliquidFrame {
  const channel = /"channel":\s*"([^"]+)"/.exec(text)?.[1];
  if (channel !== undefined && channel !== 'l2Book') return other;
  return { kind: 'malformed', key: /"coin":\s*"([^"]+)"/.exec(text)?.[1] };
}
