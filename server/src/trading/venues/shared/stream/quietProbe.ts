import { unreachable } from '../../../../kit/assert.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { Random } from '../../../../kit/random.ts';
import type { BookWriter } from '../../bookPort.ts';
import type { FeedTransport } from '../../transportPort.ts';
import { type Backoff, createBackoff } from '../backoff.ts';
import type { WeightGate } from '../weightGate.ts';

/** A book is usable below two seconds of age and gone at five: this leaves room for the answer. */
const quietMs = 1_500;
/** Streams come every 100 ms; a difference that no frame brings within this time was lost. */
const catchUpMs = 2_000;
/** For a host that says we ask too often without a time: limits count by the minute. */
const limitPauseMs = 60_000;
/**
 * Maximum number of documents in a row that are older than our book, while the stream brings
 * nothing: a host may be behind its own stream for a moment. One that stays behind shows that our
 * number was wrong.
 */
const olderMax = 3;
const probeRetryFirstMs = 1_000;
const probeRetryMaxMs = 60_000;

/**
 * The verdict of a document on our book: nothing happened since, or the venue's book differs.
 * `isReached` tells when the stream has brought the difference. A document without a number may
 * itself be behind: then a second one is needed to call the stream dead. One that is certainly
 * older than our book says nothing about now; several in a row say that our number cannot be right.
 */
export type Judgement =
  | { readonly kind: 'same' }
  | { readonly kind: 'older' }
  | { readonly kind: 'other'; readonly isCertain: boolean; isReached(): boolean };

/**
 * Tells a quiet market from a dead stream. The silence of a stream that sends only changes proves
 * nothing, so after a silence the smallest document that shows the venue's book is requested:
 *
 *     the same as ours               →  nothing happened: the book is as fresh as now
 *     another, and a frame follows   →  the stream was only behind
 *     another, and none follows      →  the stream is dead: lost()
 *     older ones, time and again     →  our number is wrong: lost()
 *
 * Probes use only spare budget; without it books age, which is the truth about them.
 */
export interface QuietProbe {
  start(): void;
  stop(): void;
  /** The stream brought a change. */
  heard(): void;
  /** Takes the judgement of a document, whoever requested it: it proves as much as a probe. */
  shown(judgement: Judgement): void;
  /**
   * True while a document is awaited, or while the stream is to bring the difference that one
   * showed.
   */
  isBusy(): boolean;
  beat(): void;
}

export interface QuietProbeDeps {
  readonly book: BookWriter;
  readonly transport: FeedTransport;
  readonly gate: WeightGate;
  readonly clock: Clock;
  readonly random: Random;
  readonly url: string;
  readonly weight: number;
  /**
   * Returns undefined when the text is no such document; `limited` when the host says we ask too
   * often.
   */
  judge(text: string): Judgement | 'limited' | undefined;
  /** Returns the pause that a failed request asks for, when it asks for one. */
  pauseMs(error: unknown): number | undefined;
  lost(again: boolean): void;
}

type Debt = Extract<Judgement, { kind: 'other' }> & { readonly untilMs: number };

export function createQuietProbe(deps: QuietProbeDeps): QuietProbe {
  return new SingleQuietProbe(deps);
}

class SingleQuietProbe implements QuietProbe {
  readonly #deps: QuietProbeDeps;
  readonly #backoff: Backoff;
  #isRunning = false;
  #nextAtMs = 0;
  #asking: AbortController | undefined;
  /** Set while the venue's book is known to differ from ours. */
  #owed: Debt | undefined;
  /** True when an uncertain difference was not brought in time: the next document decides. */
  #isDoubtful = false;
  #isLostBefore = false;
  /** Number of documents older than the book since the stream was last heard. */
  #olderCount = 0;
  /** True while the gate keeps us a place among those that wait for spare budget. */
  #isInLine = false;

  constructor(deps: QuietProbeDeps) {
    this.#deps = deps;
    const { random } = deps;
    this.#backoff = createBackoff({ random, firstMs: probeRetryFirstMs, maxMs: probeRetryMaxMs });
  }

  start(): void {
    this.#isRunning = true;
    this.#owed = undefined;
    this.#isDoubtful = false;
    this.#olderCount = 0;
    this.#nextAtMs = this.#deps.clock.monotonic() + quietMs;
  }

  stop(): void {
    this.#isRunning = false;
    this.#leaveLine();
    this.#asking?.abort();
    this.#asking = undefined;
  }

  heard(): void {
    this.#isLostBefore = false;
    this.#isDoubtful = false;
    this.#olderCount = 0;
    if (this.#isInLine) this.#leaveLine();
    this.#nextAtMs = this.#deps.clock.monotonic() + quietMs;
  }

  shown(judgement: Judgement): void {
    if (this.#isInLine) this.#leaveLine();
    const nowMs = this.#deps.clock.monotonic();
    this.#nextAtMs = nowMs + quietMs;
    this.#olderCount = judgement.kind === 'older' ? this.#olderCount + 1 : 0;
    switch (judgement.kind) {
      case 'older':
        if (this.#olderCount >= olderMax) this.#lost();
        return;
      case 'same':
        this.#isDoubtful = false;
        this.#deps.book.alive();
        return;
      case 'other':
        // An older difference is open: a newer one must not extend its time.
        if (this.#isDoubtful) this.#lost();
        else this.#owed ??= { ...judgement, untilMs: nowMs + catchUpMs };
        return;
      default:
        unreachable(judgement);
        return;
    }
  }

  isBusy(): boolean {
    return this.#asking !== undefined || this.#owed !== undefined;
  }

  beat(): void {
    if (!this.#isRunning) return;
    const nowMs = this.#deps.clock.monotonic();
    if (this.#owed) {
      this.#settle(this.#owed, nowMs);
      return;
    }
    if (this.#asking || nowMs < this.#nextAtMs) return;
    this.#isInLine = !this.#deps.gate.trySpare(this.#deps.weight, this);
    if (!this.#isInLine) this.#ask();
  }

  /** A probe that keeps its place without asking would hold up all behind it. */
  #leaveLine(): void {
    this.#isInLine = false;
    this.#deps.gate.leaveLine(this);
  }

  #settle(owed: Debt, nowMs: number): void {
    if (owed.isReached()) {
      this.#owed = undefined;
    } else if (nowMs >= owed.untilMs) {
      this.#owed = undefined;
      if (owed.isCertain) {
        this.#lost();
      } else {
        this.#isDoubtful = true;
        this.#nextAtMs = nowMs;
      }
    }
  }

  #lost(): void {
    const again = this.#isLostBefore;
    this.#isLostBefore = true;
    this.#isDoubtful = false;
    this.#deps.lost(again);
  }

  #ask(): void {
    const { transport, url } = this.#deps;
    const abort = new AbortController();
    this.#asking = abort;
    transport.get(url, abort.signal).then(
      (text) => this.#asking === abort && this.#answered(text),
      (error: unknown) => this.#asking === abort && this.#unanswered(error),
    );
  }

  #answered(text: string): void {
    this.#deps.book.received(text.length);
    const judgement = this.#deps.judge(text);
    if (!judgement || judgement === 'limited') {
      this.#unanswered(undefined);
      if (judgement) this.#deps.gate.pause(limitPauseMs);
      return;
    }
    this.#asking = undefined;
    this.#backoff.reset();
    this.shown(judgement);
  }

  #unanswered(error: unknown): void {
    const { clock, gate } = this.#deps;
    this.#asking = undefined;
    this.#nextAtMs = clock.monotonic() + this.#backoff.nextMs();
    const pauseMs = this.#deps.pauseMs(error);
    if (pauseMs !== undefined) gate.pause(pauseMs);
  }
}
