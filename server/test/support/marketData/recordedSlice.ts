import type { FrameReader, RecordedFrame } from './recordedFrames.ts';
import { emptyRebuilt, putLevel, type RawLine, type Rebuilt } from './replayCapture.ts';

/** One received frame of a slice. */
export interface SliceFrame {
  readonly text: string;
  /** Its content about a book; undefined for everything else. */
  readonly says: RecordedFrame | undefined;
}

/** The beginning of a recording, from its snapshots on. */
export interface RecordedSlice {
  /** Its text, which is itself a recording. */
  readonly text: string;
  /** Every frame received, in order. */
  readonly frames: readonly SliceFrame[];
  /** Positions of the frames about books: all of them, and by symbol. */
  readonly places: readonly number[];
  readonly placesOf: ReadonlyMap<string, readonly number[]>;
  /** Documents by symbol, which changes continue. */
  readonly documents: ReadonlyMap<string, RecordedFrame>;
}

/** Returns lines up to a number of frames about books, without traffic about no book. */
export function sliceOf(
  lines: readonly RawLine[],
  read: FrameReader,
  framesMax: number,
): RecordedSlice {
  const kept: RawLine[] = [];
  const frames: SliceFrame[] = [];
  const places: number[] = [];
  const placesOf = new Map<string, number[]>();
  const documents = new Map<string, RecordedFrame>();
  const urls = new Map<string | undefined, string>();
  for (const line of lines) {
    const { t, conn, url = '', data: text = '' } = line;
    if (places.length === framesMax) break;
    const isTraffic = t === 'recv' || t === 'http';
    const says = isTraffic ? read(line, urls.get(conn) ?? '') : undefined;
    if (t === 'connect') urls.set(conn, url);
    if (t === 'http' && says) documents.set(says.symbol, says);
    if (t === 'recv') {
      if (!says && !isAnswer(text)) continue;
      if (says) {
        const ofSymbol = placesOf.get(says.symbol) ?? [];
        placesOf.set(says.symbol, [...ofSymbol, frames.length]);
        places.push(frames.length);
      }
      frames.push({ text, says });
    }
    kept.push(line);
  }
  const text = kept.map((line) => JSON.stringify(line)).join('\n');
  return { text, frames, places, placesOf, documents };
}

/** Answers to subscriptions say what the books are. */
function isAnswer(text: string): boolean {
  return text.includes('"subscri');
}

/** The true books of a slice, each advanced frame by frame; it never goes back. */
export interface Truth {
  /** Returns a symbol's book with every frame up to a position, by default before the first. */
  at(symbol: string, place?: number): Rebuilt;
}

export function createTruth({ frames, placesOf, documents }: RecordedSlice): Truth {
  const books = new Map<string, { readonly book: Rebuilt; done: number }>();
  const begin = (symbol: string) => {
    const begun = { book: emptyRebuilt(), done: 0 };
    const document = documents.get(symbol);
    if (document) apply(begun.book, document);
    books.set(symbol, begun);
    return begun;
  };
  return {
    at(symbol, place = -1) {
      const current = books.get(symbol) ?? begin(symbol);
      const places = placesOf.get(symbol) ?? [];
      for (; (places[current.done] ?? Number.NaN) <= place; current.done += 1) {
        const says = frames[places[current.done] ?? -1]?.says;
        if (says) apply(current.book, says);
      }
      return current.book;
    },
  };
}

function apply(book: Rebuilt, { isWhole, bids, asks, number, depth }: RecordedFrame): void {
  // A document contains what was sent before it.
  if (!isWhole && number !== undefined && number <= book.sequence) return;
  if (isWhole) {
    book.bids.clear();
    book.asks.clear();
  }
  book.sequence = number ?? book.sequence;
  for (const [side, levels] of [[book.bids, bids] as const, [book.asks, asks] as const]) {
    for (const [price, quantity] of levels) putLevel(side, price, quantity);
    while (depth !== undefined && side.size > depth) side.delete(worst(side, side === book.bids));
  }
}

function worst(side: ReadonlyMap<number, number>, isBids: boolean): number {
  let found: number | undefined;
  for (const price of side.keys()) {
    if (found === undefined || (isBids ? price < found : price > found)) found = price;
  }
  return found ?? Number.NaN;
}
