import type { WireLevel } from '../../bookPort.ts';
import { type Fields, isFields, parseJson } from '../../shared/json.ts';
import { areLevels, isSequenceNumber } from '../../shared/levels.ts';
import type { Frame } from '../../shared/stream/protocol.ts';

/** An `orderbook` message with sizes as the venue sends them. */
export interface BybitMessage {
  readonly isSnapshot: boolean;
  readonly u: number;
  readonly bids: readonly WireLevel[];
  readonly asks: readonly WireLevel[];
  /** Matching time in ms since the epoch; the time of sending when there is none. */
  readonly timeMs: number;
}

type BybitFrame = Frame<BybitMessage>;

const other: BybitFrame = { kind: 'other' };

export function readFrame(text: string): BybitFrame {
  const root = parseJson(text);
  if (!isFields(root)) return tornFrame(text);
  if (typeof root.topic === 'string') return readTopic(root.topic, root);
  return root.op === 'subscribe' ? readAnswer(root) : other;
}

function readTopic(topic: string, root: Fields): BybitFrame {
  const key = keyOf(topic);
  if (key === undefined) return other;
  const { type, data, ts, cts } = root;
  if (!isFields(data) || (type !== 'snapshot' && type !== 'delta')) {
    return { kind: 'malformed', key };
  }
  const { b, a, u } = data;
  const timeMs = typeof cts === 'number' ? cts : ts;
  if (!areLevels(b) || !areLevels(a) || !isSequenceNumber(u) || typeof timeMs !== 'number') {
    return { kind: 'malformed', key };
  }
  const message = { isSnapshot: type === 'snapshot', u, bids: b, asks: a, timeMs };
  return { kind: 'book', key, message };
}

/** `{op, success, ret_msg, req_id}`; a request is accepted or refused as a whole. */
function readAnswer(root: Fields): BybitFrame {
  const id = Number(root.req_id);
  const addressee = Number.isSafeInteger(id) && id > 0 ? { id } : {};
  if (root.success === true) return { kind: 'accepted', ...addressee };
  const reason = String(root.ret_msg);
  const isLimit = /too many|frequen|limit/i.test(reason);
  const isHeld = /already subscribed/i.test(reason);
  return { kind: 'refused', reason, isLimit, isHeld, ...addressee };
}

/** Returns the symbol of `orderbook.<depth>.<symbol>`; undefined for other topics. */
function keyOf(topic: string): string | undefined {
  return /^orderbook\.\d+\.(.+)$/.exec(topic)?.[1];
}

/** Returns what a torn frame still tells about its stream. */
function tornFrame(text: string): BybitFrame {
  const topic = /"topic":"([^"]+)"/.exec(text)?.[1];
  if (topic === undefined) return { kind: 'malformed', key: undefined };
  const key = keyOf(topic);
  return key === undefined ? other : { kind: 'malformed', key };
}
