import { type Backoff, createBackoff } from '../../shared/backoff.ts';
import { Sequencer } from '../../shared/sequencer.ts';
import type { BookDeps } from './bookDeps.ts';
import { type DepthSnapshot, type DepthUpdate, parseSnapshot } from './depth.ts';
import { depthUrl } from './markets.ts';
import { type MergedBook, mergeBook } from './mergedBook.ts';
import { isLimited, type Reach, reachOf, reachStateOf } from './reach.ts';
import { toRefusal } from './refusals.ts';

/**
 * Shortest time between two renewals of a book, and longest wait before the first retry. A book
 * whose market moves fast spends at most 12 × 20 of the 1,200 a minute of a futures market; on spot
 * a snapshot reaches several times further.
 */
const spacingMs = 5_000;
/** A renewal that failed for minutes may wait: leaving the reach is noticed without it. */
const retryMaxMs = 60_000;
/** 20 seconds of updates: more than the deadlines of a document and of catching up together. */
const bufferedUpdatesMax = 200;

/**
 * Renews the snapshot of a book in good order, because its reach is limited (`reach.ts`):
 *
 *     the market leaves the inner half of the reach, or much time passed, or the reach is short
 *       → request a document, with spare budget only; keep the updates from here on
 *       → wait until the book itself has reached the document's number, without a gap
 *       → document and kept updates form a book with the same number: it replaces the levels
 *
 * Anything else that happens on the way ends the attempt and leaves the book alone. Since the book
 * follows the stream all the time, a loss meanwhile is a gap as usual, and no refresh hides it.
 * When the market leaves the reach before that, `left` is called.
 */
export interface SnapshotRefresh {
  /** The book is live from a snapshot that was requested with `limit` levels. */
  start(snapshot: DepthSnapshot, limit: number): void;
  stop(): void;
  /** The book applied an update. */
  applied(update: DepthUpdate): void;
  beat(): void;
  isAsking(): boolean;
}

export interface SnapshotRefreshDeps extends BookDeps {
  localNumber(): number;
  /** A document with this number came. */
  shown(sequence: number): void;
  /** The top of the book is no longer certain. */
  left(): void;
  /** The book refused the new levels, and is flagged. */
  refused(): void;
}

export function createSnapshotRefresh(deps: SnapshotRefreshDeps): SnapshotRefresh {
  return new SingleSnapshotRefresh(deps);
}

/** One attempt, from its request until its levels are in the book or it is given up. */
interface Attempt {
  readonly abort: AbortController;
  /** Follows the same stream as the book's own sequencer, from the request on. */
  readonly sequencer: Sequencer<DepthUpdate>;
  /** The answer; undefined while it is awaited. */
  document: DepthSnapshot | undefined;
}

class SingleSnapshotRefresh implements SnapshotRefresh {
  readonly #deps: SnapshotRefreshDeps;
  readonly #backoff: Backoff;
  /** Defined while the book is live. */
  #reach: Reach | undefined;
  #attempt: Attempt | undefined;
  /** No renewal begins before this time, however near the edge is. */
  #freeAtMs = 0;
  /** From this time on, a renewal is made even without a need. */
  #dueAtMs = 0;

  constructor(deps: SnapshotRefreshDeps) {
    this.#deps = deps;
    this.#backoff = createBackoff({
      random: deps.random,
      firstMs: spacingMs,
      maxMs: retryMaxMs,
    });
  }

  start(snapshot: DepthSnapshot, limit: number): void {
    const reach = reachOf(snapshot);
    this.#reach = reach;
    this.#plan();
    // Loaded while many books waited: the full reach follows as soon as there is room for it.
    if (limit < this.#deps.market.snapshotLimit && isLimited(reach)) this.#dueAtMs = 0;
    this.#judge();
  }

  stop(): void {
    this.#reach = undefined;
    this.#attempt?.abort.abort();
    this.#attempt = undefined;
  }

  applied(update: DepthUpdate): void {
    this.#attempt?.sequencer.push(update);
    // Joined first, because it may bring the reach that the market is about to leave.
    this.#join();
    this.#judge();
  }

  beat(): void {
    const { clock, gate, market, book, transport } = this.#deps;
    if (!this.#reach || this.#attempt || transport.isRecording) return;
    const nowMs = clock.monotonic();
    if (nowMs < this.#freeAtMs) return;
    const isNeeded = nowMs >= this.#dueAtMs || reachStateOf(this.#reach, book.top()) !== 'inside';
    if (isNeeded && gate.trySpare(market.snapshotWeight)) this.#ask();
  }

  isAsking(): boolean {
    return this.#attempt !== undefined && this.#attempt.document === undefined;
  }

  #ask(): void {
    const { market, instrument, transport } = this.#deps;
    const attempt: Attempt = {
      abort: new AbortController(),
      sequencer: new Sequencer<DepthUpdate>(market.rule, bufferedUpdatesMax),
      document: undefined,
    };
    this.#attempt = attempt;
    const url = depthUrl(market, instrument.venueSymbol, market.snapshotLimit);
    transport.get(url, attempt.abort.signal).then(
      (text) => this.#attempt === attempt && this.#answered(attempt, text),
      (error: unknown) => this.#attempt === attempt && this.#unanswered(error),
    );
  }

  #answered(attempt: Attempt, text: string): void {
    attempt.document = parseSnapshot(text, this.#deps.instrument);
    if (!attempt.document) {
      this.#giveUp('it was unreadable');
      return;
    }
    // If the stream never reaches the number, the probe finds it dead, which ends this attempt,
    // too.
    this.#deps.shown(attempt.document.lastUpdateId);
    this.#join();
  }

  #unanswered(error: unknown): void {
    const { clock, gate } = this.#deps;
    const refusal = toRefusal(error, clock.now());
    if (refusal.kind === 'limited') gate.pause(refusal.waitMs);
    this.#giveUp(refusal.kind === 'limited' ? 'the venue asked for a pause' : refusal.reason);
  }

  #join(): void {
    const attempt = this.#attempt;
    const document = attempt?.document;
    if (!attempt || !document || this.#deps.localNumber() < document.lastUpdateId) return;
    const loaded = attempt.sequencer.load(document.lastUpdateId);
    // When its number differs from the book's, the document is older than the kept updates.
    if (!loaded || loaded.gap || attempt.sequencer.local !== this.#deps.localNumber()) {
      this.#giveUp('it did not join the stream');
      return;
    }
    const merged = mergeBook(document, loaded.updates);
    const reach = reachOf(document);
    if (!merged || reachStateOf(reach, merged.top) === 'left') {
      this.#giveUp('it made no usable book');
      return;
    }
    this.#attempt = undefined;
    this.#backoff.reset();
    this.#reach = reach;
    this.#plan();
    this.#replace(merged, loaded.updates.at(-1)?.E ?? document.venueTimeMs);
  }

  #replace({ bids, asks }: MergedBook, venueTimeMs: number | undefined): void {
    const sequence = this.#deps.localNumber();
    const meta = { sequence, ...(venueTimeMs !== undefined && { venueTimeMs }) };
    if (!this.#deps.book.snapshot(bids, asks, meta)) this.#deps.refused();
  }

  #giveUp(reason: string): void {
    const { clock, logger } = this.#deps;
    this.#attempt = undefined;
    this.#freeAtMs = clock.monotonic() + this.#backoff.nextMs();
    logger.debug({ reason }, 'Snapshot for a refresh was not used');
  }

  /** Spread widely, so that books opened together are not renewed together. */
  #plan(): void {
    const { clock, market, random } = this.#deps;
    const nowMs = clock.monotonic();
    const { refreshEveryMs } = market;
    this.#freeAtMs = nowMs + spacingMs;
    this.#dueAtMs = nowMs + random.between(refreshEveryMs / 2, refreshEveryMs * 1.5);
  }

  #judge(): void {
    const { book, left } = this.#deps;
    if (!this.#reach || reachStateOf(this.#reach, book.top()) !== 'left') return;
    // Reported once; the next snapshot has its own reach.
    this.stop();
    left();
  }
}
