import type { WireLevel } from '../../bookPort.ts';
import { type Fields, isFields, parseJson } from '../../shared/json.ts';
import { areLevels, isSequenceNumber } from '../../shared/levels.ts';
import type { Addressee, Frame } from '../../shared/stream/protocol.ts';

/** One message of the `books` channel with sizes as the venue sends them. */
export interface OkxMessage {
  readonly isSnapshot: boolean;
  /** The number of this message and of the one before; our own count when none was sent. */
  readonly last: number;
  readonly previous: number;
  /** True when the numbers are the venue's: recordings of 2022 have none. */
  readonly isNumbered: boolean;
  /** CRC32 of the best levels; undefined when none is sent (0 today). */
  readonly checksum: number | undefined;
  readonly bids: readonly WireLevel[];
  readonly asks: readonly WireLevel[];
  readonly timeMs: number;
}

type OkxFrame = Frame<OkxMessage>;

/**
 * The channels that are followed: `books-l2-tbt` is the same book, sent change by change. Each
 * numbers its messages separately, and both send the same checksums.
 */
const bookChannels: ReadonlySet<unknown> = new Set(['books', 'books-l2-tbt']);

const other: OkxFrame = { kind: 'other' };
/** Requested too fast, or too often in an hour. */
const limitCodes: ReadonlySet<string> = new Set(['50011', '50061', '60014']);
/** The connection will be closed for an upgrade within a minute. */
const upgradeCode = '64008';

/**
 * @param count Returns a number for messages that have none; greater on every call.
 * @param follows Tells which of several channels of an instrument is followed; all when left out.
 */
export function readFrame(
  text: string,
  count: () => number,
  follows: (instId: string, channel: string) => boolean = () => true,
): OkxFrame {
  if (text === 'pong') return other;
  const root = parseJson(text);
  if (!isFields(root)) return tornFrame(text);
  if (root.event !== undefined) return readEvent(root);
  const { arg, action, data } = root;
  if (!isFields(arg) || !bookChannels.has(arg.channel)) return other;
  if (typeof arg.instId !== 'string') return { kind: 'malformed', key: undefined };
  const key = arg.instId;
  if (!follows(key, String(arg.channel))) return other;
  const message = Array.isArray(data) ? toMessage(action, data[0], count) : undefined;
  return message ? { kind: 'book', key, message } : { kind: 'malformed', key };
}

function toMessage(action: unknown, body: unknown, count: () => number): OkxMessage | undefined {
  if (!isFields(body) || (action !== 'snapshot' && action !== 'update')) return undefined;
  const { bids, asks, checksum, seqId, prevSeqId } = body;
  const timeMs = Number(body.ts);
  if (!areLevels(bids) || !areLevels(asks) || !(timeMs > 0)) return undefined;
  const isNumbered = seqId !== undefined;
  // The first message of a chain names -1 as the one before.
  const isPrevious = typeof prevSeqId === 'number' && Number.isSafeInteger(prevSeqId);
  if (isNumbered && !(isSequenceNumber(seqId) && isPrevious)) return undefined;
  const last = isNumbered ? seqId : count();
  return {
    isSnapshot: action === 'snapshot',
    last,
    previous: isNumbered && isPrevious ? prevSeqId : last - 1,
    isNumbered,
    checksum: typeof checksum === 'number' && checksum !== 0 ? checksum : undefined,
    bids,
    asks,
    timeMs,
  };
}

function readEvent(root: Fields): OkxFrame {
  const { event, arg, code } = root;
  const instId = isFields(arg) && bookChannels.has(arg.channel) ? arg.instId : undefined;
  switch (event) {
    case 'subscribe':
      return typeof instId === 'string' ? { kind: 'accepted', keys: [instId] } : other;
    case 'error': {
      const reason = `${String(root.msg)} (code ${String(code)})`;
      const isLimit = limitCodes.has(String(code));
      return { kind: 'refused', reason, isLimit, ...addresseeOf(root, reason) };
    }
    case 'notice':
      return String(code) === upgradeCode ? { kind: 'shutdown' } : other;
    default:
      return other;
  }
}

/** An error repeats our id; its sentence may name the instrument, which tells more. */
function addresseeOf(root: Fields, reason: string): Addressee {
  const named = /instId:([A-Z0-9-]+)/.exec(reason)?.[1];
  if (named !== undefined) return { keys: [named] };
  const id = Number(root.id);
  return Number.isSafeInteger(id) && id > 0 ? { id } : {};
}

/** Returns what a torn frame still tells about its stream. */
function tornFrame(text: string): OkxFrame {
  const channel = /"channel":\s*"([^"]+)"/.exec(text)?.[1];
  if (channel !== undefined && !bookChannels.has(channel)) return other;
  return { kind: 'malformed', key: /"instId":\s*"([^"]+)"/.exec(text)?.[1] };
}
