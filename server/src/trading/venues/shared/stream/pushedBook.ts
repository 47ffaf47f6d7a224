import { unreachable } from '../../../../kit/assert.ts';
import type { Cancel, Clock } from '../../../../kit/clock.ts';
import type { Logger } from '../../../../kit/logger.ts';
import type { Random } from '../../../../kit/random.ts';
import type { BookWriter, FlagReason } from '../../bookPort.ts';
import type { FeedTransport } from '../../transportPort.ts';
import { type Backoff, createBackoff } from '../backoff.ts';
import { Sequencer } from '../sequencer.ts';
import type { WeightGate } from '../weightGate.ts';
import {
  type BookChange,
  type BookDecoder,
  type BookDialect,
  type ProofDocument,
  showsSame,
} from './dialect.ts';
import type { Renew } from './marketFeed.ts';
import type { BookStream } from './protocol.ts';
import { createQuietProbe, type QuietProbe } from './quietProbe.ts';
import { requestPauseMs } from './requestPause.ts';
import { createSnapshotRequest, type SnapshotRequest } from './snapshotRequest.ts';

/** Far more than a venue sends between a subscription and its snapshot. */
const bufferedUpdatesMax = 1_000;
/** Snapshots come within a second of the subscription; a lost request is repeated after this. */
const snapshotWaitMs = 10_000;
/** A lost message heals with the next snapshot, so the first retry is quick. */
const resyncFirstMs = 250;
const resyncMaxMs = 30_000;
/** A book that stays good this long has recovered; until then, the waits keep growing. */
const recoveredMs = 30_000;
/** Number of snapshots missed in a row after which the book counts as unavailable. */
const failuresBeforeFailed = 5;

export interface PushedBookDeps<M> {
  readonly key: string;
  readonly book: BookWriter;
  readonly dialect: BookDialect<M>;
  readonly decoder: BookDecoder<M>;
  readonly renew: Renew;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly transport: FeedTransport;
  /** Limits the requests to the venue's REST host; needed for the documents below. */
  readonly gate: WeightGate;
  /** The document that proves a quiet book current; without it silence only ages the book. */
  readonly proof?: ProofDocument;
  /** Silence after which the book is lost, where the venue repeats it however quiet it is. */
  readonly silentMsMax?: number;
  /**
   * Returns the document that the changes continue, from a change, where the stream brings only
   * changes. Undefined for the messages of a stream that sends its own snapshots.
   */
  readonly snapshotOf?: (message: M) => SnapshotDocument<M> | undefined;
}

/** A REST document that a stream of changes continues. */
export interface SnapshotDocument<M> {
  readonly url: string;
  parse(text: string): M | undefined;
}

/**
 * A book whose venue sends the snapshot on the stream itself, on every subscription:
 *
 *     idle ──subscribed──▶ waiting ──snapshot──▶ live
 *       ▲                     ▲                    │ gap, checksum, crossed, malformed, stall
 *       │disconnected         │ after a backoff:   ▼
 *       └── from anywhere     └──── renew ──────  due
 */
export function createPushedBook<M>(deps: PushedBookDeps<M>): BookStream<M> {
  return new SinglePushedBook(deps);
}

type Phase = 'idle' | 'waiting' | 'live' | 'due';

class SinglePushedBook<M> implements BookStream<M> {
  readonly key: string;
  readonly #deps: PushedBookDeps<M>;
  readonly #logger: Logger;
  readonly #sequencer: Sequencer<M>;
  readonly #backoff: Backoff;
  readonly #probe: QuietProbe | undefined;
  readonly #request: SnapshotRequest<M>;
  #phase: Phase = 'idle';
  #liveSinceMs = 0;
  #heardAtMs = 0;
  #deadlineMs = 0;
  /** The venue's time of the last message, where it must not go back. */
  #lastTimeMs = 0;
  /** Counts the changes applied, for callers that wait to see one. */
  #appliedCount = 0;
  #isSilentBefore = false;
  /** Set from the venue's confirmation of a subscription to the snapshot that answers it. */
  #isConfirmed = false;
  #cancelRenewal: Cancel = () => undefined;

  constructor(deps: PushedBookDeps<M>) {
    const { key, random, dialect, logger } = deps;
    this.key = key;
    this.#deps = deps;
    this.#logger = logger.child({ stream: key });
    this.#sequencer = new Sequencer<M>(dialect, bufferedUpdatesMax);
    this.#backoff = createBackoff({ random, firstMs: resyncFirstMs, maxMs: resyncMaxMs });
    this.#probe = this.#createProbe();
    this.#request = createSnapshotRequest({
      ...deps,
      loaded: (snapshot) => this.#load(snapshot),
      failed: (reason) => this.#missed(reason),
    });
  }

  subscribed(): void {
    if (this.#phase !== 'idle') return;
    this.#wait();
  }

  confirmed(): void {
    this.#isConfirmed = true;
  }

  received(bytes: number): void {
    this.#deps.book.received(bytes);
  }

  message(message: M): void {
    // The stream itself proves the subscription.
    this.subscribed();
    if (this.#deps.dialect.isSnapshot(message)) this.#snapshot(message);
    else this.#changes(message);
  }

  malformed(): void {
    this.#distrust('malformed');
  }

  disconnected(reason: string, isUnreachable: boolean): void {
    this.#rest();
    this.#deps.book.flag('disconnected');
    if (isUnreachable) this.#deps.book.failed(reason);
    else this.#deps.book.reconnecting(reason);
  }

  refused(reason: string): void {
    this.#rest();
    this.#deps.book.failed(reason);
  }

  beat(): void {
    // The lateness and silence of a recording are those of its making, whatever the venue does.
    if (this.#deps.transport.isRecording) return;
    const nowMs = this.#deps.clock.monotonic();
    if (this.#phase === 'waiting' && nowMs >= this.#deadlineMs) {
      this.#missed(`no snapshot within ${snapshotWaitMs} ms`);
    }
    if (this.#phase !== 'live') return;
    this.#probe?.beat();
    const { silentMsMax } = this.#deps;
    if (silentMsMax === undefined || nowMs - this.#heardAtMs < silentMsMax) return;
    this.#lost(this.#isSilentBefore);
  }

  close(): void {
    this.#cancelRenewal();
    this.#request.cancel();
    this.#probe?.stop();
  }

  #snapshot(message: M): void {
    const { dialect, book } = this.#deps;
    const isAsked = this.#phase === 'waiting' || this.#isConfirmed || this.#isAskedByRecorder();
    this.#isConfirmed = false;
    const isNewer = dialect.last(message) > this.#sequencer.local;
    if (!isAsked && (!isNewer || dialect.isCounted?.(message))) {
      const meaning = dialect.unasked(message);
      // The same book once more only says that it is unchanged.
      if (dialect.last(message) === this.#sequencer.local && meaning !== 'restart') {
        if (this.#phase === 'live') this.#hear();
        book.alive();
        return;
      }
      if (meaning === 'old') return;
      if (meaning === 'gap') {
        this.#gap();
        return;
      }
    }
    // The kept updates belong to the snapshot only when it was requested; in mid-stream it replaces
    // all.
    if (!isAsked || dialect.unasked(message) === 'restart') this.#sequencer.restart();
    this.#load(message);
  }

  /** True for a snapshot that the recorder requested: its moment differs somewhat from ours. */
  #isAskedByRecorder(): boolean {
    return this.#phase === 'due' && this.#deps.transport.isRecording;
  }

  #load(message: M): void {
    const loaded = this.#sequencer.load(this.#deps.dialect.last(message));
    if (!loaded) {
      this.#logger.debug({ local: this.#sequencer.local }, 'Snapshot is older than the stream');
      this.#missed('the snapshot was older than the stream');
      return;
    }
    const levels = this.#deps.decoder.snapshot(message);
    if (typeof levels === 'string') {
      this.#distrust(levels);
      return;
    }
    if (!this.#deps.book.snapshot(levels.bids, levels.asks, this.#metaOf(message))) {
      this.#askAnew('the book refused its levels');
      return;
    }
    this.#lastTimeMs = this.#deps.dialect.venueTimeMs(message) ?? 0;
    this.#enterLive();
    for (const update of loaded.updates) if (!this.#apply(update)) return;
    if (loaded.gap) this.#gap();
  }

  #changes(message: M): void {
    const verdict = this.#sequencer.push(message);
    switch (verdict) {
      case 'apply':
        this.#apply(message);
        return;
      case 'gap':
        this.#gap();
        return;
      case 'old':
        if (!this.#deps.dialect.isKeepAlive?.(message, this.#sequencer.local)) return;
        this.#hear();
        this.#deps.book.alive();
        return;
      case 'buffered':
        this.#askDocument(message);
        return;
      default:
        unreachable(verdict);
        return;
    }
  }

  /** Applies one message; returns false when the book is no longer good. */
  #apply(message: M): boolean {
    if (this.#isLate(message)) {
      this.#gap();
      return false;
    }
    const levels = this.#deps.decoder.changes(message);
    if (typeof levels === 'string') {
      this.#distrust(levels);
      return false;
    }
    this.#hear();
    if (this.#deps.book.update(levels.bids, levels.asks, this.#metaOf(message))) return true;
    this.#askAnew('the book refused its levels');
    return false;
  }

  /** True when a message without a number of the venue is older than one before it. */
  #isLate(message: M): boolean {
    const { dialect } = this.#deps;
    if (!dialect.isCounted?.(message)) return false;
    const timeMs = dialect.venueTimeMs(message) ?? this.#lastTimeMs;
    const isLate = timeMs < this.#lastTimeMs;
    this.#lastTimeMs = timeMs;
    return isLate;
  }

  #metaOf(message: M) {
    const venueTimeMs = this.#deps.dialect.venueTimeMs(message);
    const sequence = this.#deps.dialect.last(message);
    return venueTimeMs === undefined ? { sequence } : { sequence, venueTimeMs };
  }

  #hear(): void {
    this.#heardAtMs = this.#deps.clock.monotonic();
    this.#isSilentBefore = false;
    this.#appliedCount += 1;
    this.#probe?.heard();
  }

  #askDocument(message: M): void {
    if (this.#phase !== 'waiting' || this.#request.isAsking()) return;
    const document = this.#deps.snapshotOf?.(message);
    if (document) this.#request.ask(document);
  }

  #enterLive(): void {
    this.#cancelRenewal();
    this.#heardAtMs = this.#deps.clock.monotonic();
    if (this.#phase === 'live') {
      this.#hear();
      return;
    }
    this.#phase = 'live';
    this.#liveSinceMs = this.#heardAtMs;
    this.#probe?.start();
  }

  #gap(): void {
    this.#distrust('gap');
  }

  #distrust(reason: FlagReason): void {
    this.#deps.book.flag(reason);
    this.#askAnew(reason);
  }

  #lost(again: boolean): void {
    this.#logger.warn({ local: this.#sequencer.local }, 'Stream fell silent while the book moved');
    this.#isSilentBefore = true;
    this.#deps.book.flag('gap');
    this.#askAnew('its stream fell silent', again);
  }

  /**
   * The book is flagged: another is requested, unless nothing is due before the venue accepts us.
   */
  #askAnew(reason: string, again = false): void {
    this.#resync(again);
    if (this.#phase !== 'due' || !this.#isHopeless()) return;
    this.#deps.book.failed(`the book fails again and again: ${reason}`);
  }

  /** No snapshot came, or none that fits: it is requested again, ever more slowly. */
  #missed(reason: string): void {
    this.#resync();
    if (this.#isHopeless()) this.#deps.book.failed(reason);
    else this.#deps.book.reconnecting(reason);
  }

  /** The connection is gone or the venue refused: nothing is due until it accepts us again. */
  #rest(): void {
    this.#cancelRenewal();
    this.#leaveLive('idle');
  }

  /** `again`: requesting it once more has not helped before. */
  #resync(again = false): void {
    if (this.#phase === 'idle' || this.#phase === 'due') return;
    this.#leaveLive('due');
    this.#cancelRenewal();
    this.#cancelRenewal = this.#deps.clock.schedule(this.#backoff.nextMs(), () =>
      this.#begin(again || this.#isHopeless()),
    );
  }

  #isHopeless(): boolean {
    return this.#backoff.failures() > failuresBeforeFailed;
  }

  /** Requests the stream again, and with it a snapshot. */
  #begin(again: boolean): void {
    this.#wait();
    this.#deps.renew(again);
  }

  #wait(): void {
    this.#phase = 'waiting';
    this.#sequencer.restart();
    this.#deadlineMs = this.#deps.clock.monotonic() + snapshotWaitMs;
  }

  #leaveLive(next: Phase): void {
    this.#probe?.stop();
    this.#request.cancel();
    this.#sequencer.restart();
    if (next === 'idle') this.#isConfirmed = false;
    const liveMs = this.#deps.clock.monotonic() - this.#liveSinceMs;
    if (this.#phase === 'live' && liveMs >= recoveredMs) this.#backoff.reset();
    this.#phase = next;
  }

  #createProbe(): QuietProbe | undefined {
    const { proof, transport } = this.#deps;
    // A recording holds no documents that nobody asked for at the time.
    if (!proof || transport.isRecording) return undefined;
    return createQuietProbe({
      ...this.#deps,
      url: proof.url,
      weight: proof.weight,
      judge: (text) => {
        const shown = proof.parse(text);
        return typeof shown === 'object' ? this.#judge(shown) : shown;
      },
      pauseMs: requestPauseMs,
      lost: (again) => this.#lost(again),
    });
  }

  #judge(shown: BookChange) {
    if (showsSame(this.#deps.book, shown)) return { kind: 'same' } as const;
    const before = this.#appliedCount;
    const isReached = () => this.#appliedCount !== before;
    return { kind: 'other', isCertain: false, isReached } as const;
  }
}
