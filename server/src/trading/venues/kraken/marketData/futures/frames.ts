import type { WireLevel } from '../../../bookPort.ts';
import { type Fields, isFields, parseJson } from '../../../shared/json.ts';
import type { Frame } from '../../../shared/stream/protocol.ts';

/** A message about one futures book; sizes as the venue counts them. */
export interface FuturesMessage {
  readonly isSnapshot: boolean;
  /** Counts up by 1 for every message of the product. */
  readonly seq: number;
  readonly venueTimeMs?: number;
  readonly bids: readonly SizedLevel[];
  readonly asks: readonly SizedLevel[];
}

export type SizedLevel = WireLevel & readonly [price: number, size: number];

type FuturesFrame = Frame<FuturesMessage>;

const other: FuturesFrame = { kind: 'other' };
const noLevels: readonly SizedLevel[] = [];

export function readFuturesFrame(text: string): FuturesFrame {
  const root = parseJson(text);
  if (!isFields(root)) return tornFrame(text);
  if (typeof root.event === 'string') return readAnswer(root.event, root);
  if (root.feed !== 'book' && root.feed !== 'book_snapshot') return other;
  const key = root.product_id;
  if (typeof key !== 'string') return { kind: 'malformed', key: undefined };
  const message = root.feed === 'book' ? readChange(root) : readSnapshot(root);
  return message ? { kind: 'book', key, message } : { kind: 'malformed', key };
}

function readSnapshot(root: Fields): FuturesMessage | undefined {
  const bids = readSide(root.bids);
  const asks = readSide(root.asks);
  if (!bids || !asks || !isSequence(root.seq)) return undefined;
  return { isSnapshot: true, seq: root.seq, bids, asks, ...timeOf(root) };
}

function readChange(root: Fields): FuturesMessage | undefined {
  const level = readLevel(root);
  if (!level || !isSequence(root.seq)) return undefined;
  const { seq, side } = root;
  if (side === 'buy') {
    return { isSnapshot: false, seq, bids: [level], asks: noLevels, ...timeOf(root) };
  }
  if (side === 'sell') {
    return { isSnapshot: false, seq, bids: noLevels, asks: [level], ...timeOf(root) };
  }
  return undefined;
}

function readSide(side: unknown): SizedLevel[] | undefined {
  if (!Array.isArray(side)) return undefined;
  const levels: SizedLevel[] = [];
  for (const each of side) {
    const level = isFields(each) ? readLevel(each) : undefined;
    if (!level) return undefined;
    levels.push(level);
  }
  return levels;
}

function readLevel({ price, qty }: Fields): SizedLevel | undefined {
  if (typeof price !== 'number' || typeof qty !== 'number') return undefined;
  return price > 0 && qty >= 0 ? [price, qty] : undefined;
}

function timeOf({ timestamp }: Fields): { readonly venueTimeMs?: number } {
  return typeof timestamp === 'number' && timestamp > 0 ? { venueTimeMs: timestamp } : {};
}

function isSequence(seq: unknown): seq is number {
  return Number.isSafeInteger(seq) && (seq as number) >= 0;
}

/** Answers name their products, refusals not always; both come separately for every product. */
function readAnswer(event: string, root: Fields): FuturesFrame {
  switch (event) {
    case 'subscribed':
      return root.feed === 'book' ? { kind: 'accepted', keys: keysOf(root) ?? [] } : other;
    case 'subscribed_failed':
      return root.feed === 'book' ? refusal(root) : other;
    case 'error':
    case 'alert':
      // The streams themselves tell better than this error if we have subscribed.
      return /subscribed/i.test(String(root.message)) ? other : refusal(root);
    default:
      return other;
  }
}

function refusal(root: Fields): FuturesFrame {
  const reason = typeof root.message === 'string' ? root.message : 'the venue gives no reason';
  const keys = keysOf(root);
  const isLimit = /limit|too many|too fast/i.test(reason);
  return { kind: 'refused', reason, isLimit, ...(keys && { keys }) };
}

/** The venue answers in capital letters, whatever was requested. */
function keysOf({ product_ids: products }: Fields): readonly string[] | undefined {
  if (!Array.isArray(products)) return undefined;
  return products.filter((each) => typeof each === 'string').map((each) => each.toUpperCase());
}

/** Returns what a torn frame still tells about its stream. */
function tornFrame(text: string): FuturesFrame {
  const isForeign = /^\{"(?:feed":"(?!book(?:_snapshot)?")[a-z_]+"|event":)/.test(text);
  if (isForeign) return other;
  return { kind: 'malformed', key: /"product_id":"([A-Z0-9_]+)"/.exec(text)?.[1] };
}
