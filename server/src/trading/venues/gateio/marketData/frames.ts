import type { WireLevel } from '../../bookPort.ts';
import { type Fields, isFields, parseJson } from '../../shared/json.ts';
import { isSequenceNumber } from '../../shared/levels.ts';
import type { Frame } from '../../shared/stream/protocol.ts';

/** One message of a book with sizes as the venue sends them. */
export interface GateioMessage {
  /** `full`: the whole book; `change`: of today's channel; `bare`: of the older one. */
  readonly kind: 'full' | 'change' | 'bare';
  /** First and last number that it covers. */
  readonly U: number;
  readonly u: number;
  readonly bids: readonly WireLevel[];
  readonly asks: readonly WireLevel[];
  /** In ms since the epoch; undefined in documents without a time. */
  readonly timeMs: number | undefined;
}

type GateFrame = Frame<GateioMessage>;

const other: GateFrame = { kind: 'other' };

export function readFrame(text: string): GateFrame {
  const root = parseJson(text);
  if (!isFields(root)) return tornFrame(text);
  const { channel, event, result } = root;
  if (typeof channel !== 'string') return other;
  if (event === 'subscribe') return readAnswer(root);
  if (event !== 'update') return other;
  if (channel.endsWith('.obu')) return readToday(result);
  return channel.endsWith('.order_book_update') ? readOlder(result) : other;
}

/** `s` is `ob.BTC_USDT.400`; the first frame and some later ones are `full`. */
function readToday(result: unknown): GateFrame {
  if (!isFields(result)) return { kind: 'malformed', key: undefined };
  const key = typeof result.s === 'string' ? keyOf(result.s) : undefined;
  if (key === undefined) return { kind: 'malformed', key };
  const isFull = result.full === true;
  return toBook(key, isFull ? 'full' : 'change', isFull ? { ...result, U: result.u } : result);
}

function readOlder(result: unknown): GateFrame {
  if (!isFields(result)) return { kind: 'malformed', key: undefined };
  const key = typeof result.s === 'string' ? result.s : undefined;
  return key === undefined ? { kind: 'malformed', key } : toBook(key, 'bare', result);
}

function toBook(key: string, kind: GateioMessage['kind'], result: Fields): GateFrame {
  const { t, U, u } = result;
  const bids = sideOf(kind, result.b);
  const asks = sideOf(kind, result.a);
  const isNumbered = isSequenceNumber(U) && isSequenceNumber(u) && U <= u;
  if (!bids || !asks || !isNumbered || typeof t !== 'number') return { kind: 'malformed', key };
  return { kind: 'book', key, message: { kind, U, u, bids, asks, timeMs: t } };
}

/**
 * Changes of today's channel leave out a side that did not change. A whole book, and each message
 * of the older channel, has both: a missing side was lost there.
 */
function sideOf(kind: GateioMessage['kind'], side: unknown): readonly WireLevel[] | undefined {
  return kind === 'change' && side === undefined ? [] : toLevels(side);
}

/**
 * Reads levels as `[price, size]`, or as `{p, s}` in the older futures channel and its documents.
 */
export function toLevels(value: unknown): readonly WireLevel[] | undefined {
  if (!Array.isArray(value)) return undefined;
  for (let i = 0; i < value.length; i += 1) {
    const level: unknown = value[i];
    if (Array.isArray(level)) continue;
    if (!isFields(level)) return undefined;
    // In place: a copy of every level costs as much as reading it.
    value[i] = [level.p, level.s];
  }
  return value;
}

/** `{channel, event, id, error: {code, message} | null, result: {status}}`. */
function readAnswer({ id, error }: Fields): GateFrame {
  const addressee = typeof id === 'number' ? { id } : {};
  if (!isFields(error)) return { kind: 'accepted', ...addressee };
  const reason = `${String(error.message)} (code ${String(error.code)})`;
  // Subscribed already: nothing was refused, and the snapshot is requested again if none comes.
  if (/alert sub|already/i.test(reason)) return { kind: 'accepted', ...addressee };
  return { kind: 'refused', reason, isLimit: /too many|rate|frequen/i.test(reason), ...addressee };
}

/** Returns the pair of `ob.<pair>.<levels>`. */
function keyOf(stream: string): string | undefined {
  return /^ob\.(.+)\.\d+$/.exec(stream)?.[1];
}

/** Returns what a torn frame still tells about its stream. */
function tornFrame(text: string): GateFrame {
  const channel = /"channel":\s*"([^"]+)"/.exec(text)?.[1];
  if (channel !== undefined && !/\.(obu|order_book_update)$/.test(channel)) return other;
  const stream = /"s":\s*"([^"]+)"/.exec(text)?.[1];
  return { kind: 'malformed', key: stream && (keyOf(stream) ?? stream) };
}
