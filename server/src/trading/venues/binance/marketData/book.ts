import { unreachable } from '../../../../kit/assert.ts';
import type { Cancel } from '../../../../kit/clock.ts';
import type { Logger } from '../../../../kit/logger.ts';
import { type Backoff, createBackoff } from '../../shared/backoff.ts';
import type { Fields } from '../../shared/json.ts';
import { Sequencer } from '../../shared/sequencer.ts';
import { type BookStream, refusedRetryMs } from '../../shared/stream/protocol.ts';
import {
  createQuietProbe,
  type Judgement,
  type QuietProbe,
} from '../../shared/stream/quietProbe.ts';
import type { BookDeps } from './bookDeps.ts';
import { type DepthUpdate, parseSnapshot, toDepthUpdate } from './depth.ts';
import { depthUrl } from './markets.ts';
import { type Refusal, toRefusal } from './refusals.ts';
import { createSnapshotRefresh, type SnapshotRefresh } from './snapshotRefresh.ts';

/** 100 seconds of updates: a snapshot that takes longer than that is not coming. */
const bufferedUpdatesMax = 1_000;
/** A lost message heals with the next snapshot, so the first retry is quick. */
const resyncFirstMs = 250;
const resyncMaxMs = 30_000;
/** A book that stays good this long has recovered; until then, the waits keep growing. */
const recoveredMs = 30_000;
/** Number of snapshot failures in a row after which the book counts as unavailable. */
const failuresBeforeFailed = 5;

export interface BookStreamDeps extends BookDeps {
  /** The stream stopped without a message; `again` when renewing it did not help. */
  lost(again: boolean): void;
}

/**
 * Creates one symbol's book: its position in the stream, its snapshots and the proof that it is
 * current.
 */
export function createBookStream(deps: BookStreamDeps): BookStream<Fields> {
  return new SingleBookStream(deps);
}

/**
 * `idle` until the venue sends the stream, `syncing` while a snapshot is awaited or due, `live`
 * while the book follows the stream.
 */
type Phase = 'idle' | 'syncing' | 'live';

class SingleBookStream implements BookStream<Fields> {
  readonly key: string;
  readonly #deps: BookStreamDeps;
  readonly #logger: Logger;
  readonly #sequencer: Sequencer<DepthUpdate>;
  readonly #backoff: Backoff;
  readonly #probe: QuietProbe;
  readonly #refresh: SnapshotRefresh;
  /**
   * The sequencer is loaded exactly while this is `live`: otherwise it would apply updates that a
   * snapshot requested meanwhile then takes back.
   */
  #phase: Phase = 'idle';
  #liveSinceMs = 0;
  /** At most one snapshot is due or awaited; this stops it at any stage. */
  #cancelSnapshot: Cancel = () => undefined;

  constructor(deps: BookStreamDeps) {
    const { market, instrument, random } = deps;
    this.key = instrument.venueSymbol;
    this.#deps = deps;
    this.#logger = deps.logger.child({ venueSymbol: this.key, market: market.name });
    this.#sequencer = new Sequencer<DepthUpdate>(market.rule, bufferedUpdatesMax);
    this.#backoff = createBackoff({ random, firstMs: resyncFirstMs, maxMs: resyncMaxMs });
    this.#probe = createQuietProbe({
      ...deps,
      url: depthUrl(market, this.key, market.probeLimit),
      weight: market.probeWeight,
      judge: (text) => {
        const document = parseSnapshot(text, instrument);
        return document && this.#judge(document.lastUpdateId);
      },
      pauseMs: (error) => {
        const refusal = toRefusal(error, deps.clock.now());
        return refusal.kind === 'limited' ? refusal.waitMs : undefined;
      },
      lost: (again) => this.#lost(again),
    });
    this.#refresh = createSnapshotRefresh({
      ...deps,
      logger: this.#logger,
      localNumber: () => this.#sequencer.local,
      shown: (sequence) => this.#probe.shown(this.#judge(sequence)),
      left: () => this.#left(),
      refused: () => this.#startOver(),
    });
  }

  subscribed(): void {
    if (this.#phase !== 'idle') return;
    this.#phase = 'syncing';
    this.#askSnapshot();
  }

  received(bytes: number): void {
    this.#deps.book.received(bytes);
  }

  message(event: Fields): void {
    const update = toDepthUpdate(event, this.#deps.instrument);
    if (!update) {
      this.malformed();
      return;
    }
    // The stream itself proves the subscription.
    this.subscribed();
    const verdict = this.#sequencer.push(update);
    switch (verdict) {
      case 'apply':
        this.#probe.heard();
        if (this.#write(update)) this.#refresh.applied(update);
        else this.#startOver();
        return;
      case 'gap':
        this.#gap();
        return;
      case 'old':
      case 'buffered':
        return;
      default:
        unreachable(verdict);
        return;
    }
  }

  malformed(): void {
    this.#deps.book.flag('malformed');
    // While a snapshot is awaited, the numbers of the next update show what was lost.
    if (this.#phase === 'live') this.#startOver();
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
    // A book makes one request at a time; the answer to either proves it current.
    if (!this.#refresh.isAsking()) this.#probe.beat();
    if (!this.#probe.isBusy()) this.#refresh.beat();
  }

  close(): void {
    this.#cancelSnapshot();
    this.#probe.stop();
    this.#refresh.stop();
  }

  /** Returns what a document with this number says about the book. */
  #judge(sequence: number): Judgement {
    const { local } = this.#sequencer;
    if (sequence === local) return { kind: 'same' };
    if (sequence < local) return { kind: 'older' };
    const isReached = () => this.#sequencer.local >= sequence;
    return { kind: 'other', isCertain: true, isReached };
  }

  #askSnapshot(): void {
    const { gate, market } = this.#deps;
    const abort = new AbortController();
    let leaveGate: Cancel = () => undefined;
    if (gate.trySpare(market.snapshotWeight)) {
      this.#fetch(market.snapshotLimit, abort.signal);
    } else {
      leaveGate = gate.request(market.crowdedWeight, () =>
        this.#fetch(market.crowdedLimit, abort.signal),
      );
    }
    this.#cancelSnapshot = () => {
      abort.abort();
      leaveGate();
    };
  }

  #fetch(limit: number, signal: AbortSignal): void {
    const { transport, market, clock } = this.#deps;
    transport.get(depthUrl(market, this.key, limit), signal).then(
      (text) => !signal.aborted && this.#load(text, limit),
      (error: unknown) => !signal.aborted && this.#failed(toRefusal(error, clock.now())),
    );
  }

  #load(text: string, limit: number): void {
    const { book, clock } = this.#deps;
    book.received(text.length);
    const snapshot = parseSnapshot(text, this.#deps.instrument);
    if (!snapshot) {
      this.#failed({ kind: 'failed', reason: 'the snapshot was unreadable' });
      return;
    }
    const loaded = this.#sequencer.load(snapshot.lastUpdateId);
    if (!loaded) {
      this.#logger.debug({ id: snapshot.lastUpdateId }, 'Snapshot is older than the stream');
      this.#retryIn(this.#backoff.nextMs());
      return;
    }
    const { lastUpdateId: sequence, venueTimeMs } = snapshot;
    const meta = { sequence, ...(venueTimeMs !== undefined && { venueTimeMs }) };
    if (!book.snapshot(snapshot.bids, snapshot.asks, meta)) {
      this.#startOver();
      return;
    }
    for (const update of loaded.updates)
      if (!this.#write(update)) {
        this.#startOver();
        return;
      }
    if (loaded.gap) {
      this.#gap();
      return;
    }
    this.#phase = 'live';
    this.#liveSinceMs = clock.monotonic();
    this.#probe.start();
    this.#refresh.start(snapshot, limit);
  }

  #write(update: DepthUpdate): boolean {
    const meta = { sequence: update.u, venueTimeMs: update.E };
    return this.#deps.book.update(update.b, update.a, meta);
  }

  #failed(refusal: Refusal): void {
    const { book, gate } = this.#deps;
    switch (refusal.kind) {
      case 'limited':
        this.#logger.warn({ waitMs: refusal.waitMs }, 'Venue asked for a pause of snapshots');
        gate.pause(refusal.waitMs);
        this.#retryIn(this.#backoff.nextMs());
        return;
      case 'refused':
        book.failed(refusal.reason);
        this.#retryIn(refusedRetryMs);
        return;
      case 'failed':
        if (this.#backoff.failures() >= failuresBeforeFailed) book.failed(refusal.reason);
        else book.reconnecting(refusal.reason);
        this.#retryIn(this.#backoff.nextMs());
        return;
      default:
        unreachable(refusal);
        return;
    }
  }

  #gap(): void {
    this.#deps.book.flag('gap');
    this.#resync();
  }

  #left(): void {
    this.#logger.warn({ local: this.#sequencer.local }, 'Market left the reach of the snapshot');
    // A recording without a later snapshot would lose the book for good. It is played as recorded:
    // a better order that is missing can only be inside the spread, which the other side bounds.
    if (this.#deps.transport.isRecording) return;
    this.#deps.book.flag('reach');
    this.#startOver();
  }

  #lost(again: boolean): void {
    this.#logger.warn({ local: this.#sequencer.local }, 'Stream fell silent while the book moved');
    this.#deps.book.flag('gap');
    this.#startOver();
    this.#deps.lost(again);
  }

  /** Waits for the stream, without requesting anything. */
  #rest(): void {
    this.#cancelSnapshot();
    this.#leaveLive('idle');
    this.#sequencer.restart();
  }

  /** Also forgets the position in the stream. */
  #startOver(): void {
    this.#sequencer.restart();
    this.#resync();
  }

  /**
   * The sequencer has already started over; after a gap it holds the update that showed the gap.
   */
  #resync(): void {
    this.#leaveLive('syncing');
    this.#retryIn(this.#backoff.nextMs());
  }

  #leaveLive(next: Phase): void {
    this.#probe.stop();
    this.#refresh.stop();
    const liveMs = this.#deps.clock.monotonic() - this.#liveSinceMs;
    if (this.#phase === 'live' && liveMs >= recoveredMs) this.#backoff.reset();
    this.#phase = next;
  }

  #retryIn(delayMs: number): void {
    this.#cancelSnapshot();
    this.#cancelSnapshot = this.#deps.clock.schedule(delayMs, () => this.#askSnapshot());
  }
}
