import type { FlagReason } from '../../../src/trading/venues/bookPort.ts';
import type { FeedCollector } from '../../../src/trading/venues/shared/collector.ts';
import type { Fault } from './faultRun.ts';
import { createTruth, type RecordedSlice, type Truth } from './recordedSlice.ts';
import { differences, type RecordingBook } from './recordingBook.ts';
import { type Rebuilt, replayCapture } from './replayCapture.ts';

/** The way to notice a lost frame of the recorded venue. */
export type Rule =
  /** Every frame has its number. */
  | { readonly kind: 'numbers' }
  /** Every frame proves this many of the best levels a side. */
  | { readonly kind: 'checksum'; readonly depth: number }
  /** Not at all, as every frame is the whole book. */
  | { readonly kind: 'whole' };

export interface FaultedReplay {
  readonly path: string;
  readonly slice: RecordedSlice;
  readonly collector: FeedCollector;
  readonly rule: Rule;
  /** `at` is the position of a frame about a book. */
  readonly fault: Fault;
}

export interface Outcome {
  readonly books: ReadonlyMap<string, RecordingBook>;
  /** The true books as far as their frames arrived. */
  readonly truth: Truth;
  /** Every time that a book claimed to be good but was not the true one. */
  readonly lies: readonly string[];
}

/** Replays a slice with one fault on the way, checking the book after every frame. */
export async function replayWithFault(replay: FaultedReplay): Promise<Outcome> {
  const { slice, collector, path } = replay;
  const watch = { replay, books: new Map<string, RecordingBook>(), truth: createTruth(slice) };
  const lies: string[] = [];
  const arriving = deliveriesOf(replay);
  let place = 0;
  const faulty: FeedCollector = {
    ...collector,
    createFeed: ({ transport, ...deps }) =>
      collector.createFeed({
        ...deps,
        transport: {
          isRecording: true,
          get: (url, signal) => transport.get(url, signal),
          connect: (url, events) =>
            transport.connect(url, {
              opened: () => events.opened(),
              alive: () => events.alive(),
              closed: (reason) => events.closed(reason),
              frame(text) {
                if (text !== slice.frames[place]?.text) lies.push(`frame ${place} is another`);
                for (const each of arriving(place)) {
                  events.frame(each.text);
                  const lie = lieAfter(each, watch);
                  if (lie !== undefined) lies.push(lie);
                }
                place += 1;
              },
            }),
        },
      }),
  };
  await replayCapture(path, faulty, watch.books);
  return { ...watch, lies };
}

interface Delivery {
  readonly text: string;
  /** Its position in the slice. */
  readonly place: number;
  readonly isTorn?: boolean;
}

/** Returns what arrives in place of each frame. */
function deliveriesOf({ slice, fault: { kind, at, cut } }: FaultedReplay) {
  const whole = (place: number): Delivery => ({ place, text: slice.frames[place]?.text ?? '' });
  const next = placeAfter(slice, at);
  return (place: number): readonly Delivery[] => {
    if (kind === 'reorder' && next !== undefined) {
      if (place === at) return [whole(next)];
      return [whole(place === next ? at : place)];
    }
    if (place !== at) return [whole(place)];
    const { text } = whole(place);
    switch (kind) {
      case 'loss':
        return [];
      case 'duplicate':
        return [whole(at), whole(at)];
      case 'truncate':
        return [{ place, text: text.slice(0, Math.floor(text.length * cut)), isTorn: true }];
      default:
        return [whole(at)];
    }
  };
}

interface Watch {
  readonly replay: FaultedReplay;
  readonly books: ReadonlyMap<string, RecordingBook>;
  readonly truth: Truth;
}

/** Returns what is wrong with the book that a frame was about, if anything. */
function lieAfter({ place, isTorn }: Delivery, { replay, books, truth }: Watch) {
  const { slice, rule, fault } = replay;
  const symbol = slice.frames[place]?.says?.symbol;
  if (symbol === undefined) return undefined;
  const now = truth.at(symbol, isTorn ? undefined : place);
  const book = books.get(symbol);
  if (!book || !isGood(book)) return undefined;
  const told = `after frame ${place} ${symbol}`;
  if (isTorn) return `${told} is not flagged`;
  const depth = rule.kind === 'checksum' ? rule.depth : Number.POSITIVE_INFINITY;
  if (isTrue(book, now, depth)) return undefined;
  // The checksum of the late one of two swapped frames proves the book before the other.
  const isLate = rule.kind === 'checksum' && fault.kind === 'reorder' && place === fault.at;
  if (isLate && isTrue(book, createTruth(slice).at(symbol, place), depth)) return undefined;
  return `${told} is not the true book`;
}

/** Returns true when a book claims to be good. */
export function isGood({ hasData, flagged }: RecordingBook): boolean {
  return hasData && flagged === undefined;
}

/**
 * Returns true when the best levels of a book are the true ones, and its number too if the venue
 * has one.
 */
export function isTrue(
  book: RecordingBook,
  truth: Rebuilt,
  depth = Number.POSITIVE_INFINITY,
): boolean {
  if (truth.sequence > 0 && book.sequence !== truth.sequence) return false;
  return (['bids', 'asks'] as const).every((side) => {
    if (depth >= truth[side].size) return differences(book[side], truth[side]).length === 0;
    const [ours, theirs] = [book, truth].map((each) => best(each[side], side, depth));
    return differences(ours ?? new Map(), theirs ?? new Map()).length === 0;
  });
}

/** Returns the best levels of a side, in no order. */
function best(side: ReadonlyMap<number, number>, name: 'bids' | 'asks', depth: number) {
  const sign = name === 'bids' ? -1 : 1;
  const prices: number[] = [];
  for (const price of side.keys()) {
    const last = prices[depth - 1];
    if (last !== undefined && price * sign >= last * sign) continue;
    const at = prices.findIndex((each) => price * sign < each * sign);
    prices.splice(at < 0 ? prices.length : at, 0, price);
    if (prices.length > depth) prices.length = depth;
  }
  return new Map(prices.map((price) => [price, side.get(price) ?? 0]));
}

/** The allowed results for the book that was hit. */
export interface Expected {
  readonly flags: readonly (readonly FlagReason[])[];
  readonly isGood: boolean | 'either';
}

const untouched: Expected = { flags: [[]], isGood: true };

/** Returns the consequence of a fault by the venue's rule; levels are checked separately. */
export function expectedOf({ slice, rule, fault: { kind, at } }: FaultedReplay): Expected {
  const isLast = placeAfter(slice, at) === undefined;
  const says = slice.frames[at]?.says;
  const document = slice.documents.get(says?.symbol ?? '');
  const isContained = document !== undefined && (says?.number ?? 0) <= (document.number ?? 0);
  const isSnapshot = says?.isWhole === true && rule.kind !== 'whole';
  if (kind === 'truncate') {
    // The next whole book repairs it, and so does a later document.
    const isMadeUpFor = rule.kind === 'whole' && !isLast;
    return { flags: [['malformed']], isGood: isContained ? 'either' : isMadeUpFor };
  }
  if (kind === 'duplicate' && isSnapshot && rule.kind === 'checksum') {
    return { flags: [['gap']], isGood: false };
  }
  if (kind === 'none' || kind === 'duplicate' || rule.kind === 'whole') return untouched;
  if (isSnapshot && kind === 'loss') return { flags: [[]], isGood: false };
  // A book that hears of no change asks for no document.
  if (isContained || (isLast && document)) return { flags: [[]], isGood: 'either' };
  if (isLast || (isSnapshot && rule.kind === 'numbers')) return untouched;
  const next = slice.frames[placeAfter(slice, at) ?? -1]?.says;
  const isBack = (next?.timeMs ?? 0) > (says?.timeMs ?? 0);
  if (rule.kind === 'checksum' && kind === 'reorder' && isBack && !isSnapshot) {
    return { flags: [['checksum'], ['gap']], isGood: false };
  }
  // A wrong level beyond the proven ones shows when it comes up, or never.
  if (rule.kind === 'checksum') return { flags: [[], ['checksum']], isGood: 'either' };
  // A hole before the document makes it useless: then there is no book to flag.
  return { flags: document ? [['gap'], []] : [['gap']], isGood: false };
}

function placeAfter({ frames, placesOf }: RecordedSlice, place: number): number | undefined {
  const places = placesOf.get(frames[place]?.says?.symbol ?? '') ?? [];
  return places[places.indexOf(place) + 1];
}
