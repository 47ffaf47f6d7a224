import { type Backoff, createBackoff } from '../shared/backoff.ts';
import type { BookDeps } from './bookDeps.ts';
import { parseSnapshot } from './depth.ts';
import { depthUrl } from './markets.ts';
import { toRefusal } from './refusals.ts';

/** A book is usable below two seconds of age and gone at five: this leaves room for the answer. */
const quietMs = 1_500;
/** Streams come every 100 ms; what a document shows and no frame brings by then was lost. */
const catchUpMs = 2_000;
const probeRetryFirstMs = 1_000;
const probeRetryMaxMs = 60_000;

/**
 * Tells a quiet market from a dead stream. The venue sends changes only, so silence alone proves
 * nothing. After a silence the smallest depth document is asked for:
 *
 *     document's number ≤ our last  →  nothing happened: the book is as fresh as now
 *     greater, and a frame follows  →  the stream was only behind
 *     greater, and none follows     →  the stream is dead: lost()
 *
 * Probes use only spare budget; books beyond it age, which is the truth about them.
 */
export interface QuietProbe {
  start(): void;
  stop(): void;
  /** The stream brought a change. */
  heard(): void;
  /** A document of this number came, asked for by whomever: it proves what a probe would. */
  shown(sequence: number): void;
  /** Whether a document is awaited, or the stream is to bring what one showed. */
  isBusy(): boolean;
  beat(): void;
}

export interface QuietProbeDeps extends BookDeps {
  localNumber(): number;
  lost(again: boolean): void;
}

export function createQuietProbe(deps: QuietProbeDeps): QuietProbe {
  return new SingleQuietProbe(deps);
}

class SingleQuietProbe implements QuietProbe {
  readonly #deps: QuietProbeDeps;
  readonly #backoff: Backoff;
  #isRunning = false;
  #nextAtMs = 0;
  #asking: AbortController | undefined;
  /** Set while the venue's book is known to be ahead of ours. */
  #owed: { readonly sequence: number; readonly untilMs: number } | undefined;
  #isLostBefore = false;

  constructor(deps: QuietProbeDeps) {
    this.#deps = deps;
    this.#backoff = createBackoff({
      random: deps.random,
      firstMs: probeRetryFirstMs,
      maxMs: probeRetryMaxMs,
    });
  }

  start(): void {
    this.#isRunning = true;
    this.#owed = undefined;
    this.#nextAtMs = this.#deps.clock.monotonic() + quietMs;
  }

  stop(): void {
    this.#isRunning = false;
    this.#asking?.abort();
    this.#asking = undefined;
  }

  heard(): void {
    this.#isLostBefore = false;
    this.#nextAtMs = this.#deps.clock.monotonic() + quietMs;
  }

  shown(sequence: number): void {
    const nowMs = this.#deps.clock.monotonic();
    this.#nextAtMs = nowMs + quietMs;
    if (sequence <= this.#deps.localNumber()) this.#deps.book.alive();
    // An older debt stands: a newer one must not put off its end.
    else this.#owed ??= { sequence, untilMs: nowMs + catchUpMs };
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
    if (this.#deps.gate.trySpare(this.#deps.market.probeWeight)) this.#ask();
  }

  #settle(owed: { readonly sequence: number; readonly untilMs: number }, nowMs: number): void {
    if (this.#deps.localNumber() >= owed.sequence) {
      this.#owed = undefined;
    } else if (nowMs >= owed.untilMs) {
      const again = this.#isLostBefore;
      this.#isLostBefore = true;
      this.#deps.lost(again);
    }
  }

  #ask(): void {
    const { market, instrument, transport } = this.#deps;
    const abort = new AbortController();
    this.#asking = abort;
    transport.get(depthUrl(market, instrument.venueSymbol, market.probeLimit), abort.signal).then(
      (text) => this.#asking === abort && this.#answered(text),
      (error: unknown) => this.#asking === abort && this.#unanswered(error),
    );
  }

  #answered(text: string): void {
    const document = parseSnapshot(text, this.#deps.instrument);
    if (!document) {
      this.#unanswered(undefined);
      return;
    }
    this.#asking = undefined;
    this.#backoff.reset();
    this.shown(document.lastUpdateId);
  }

  #unanswered(error: unknown): void {
    const { clock, gate } = this.#deps;
    this.#asking = undefined;
    this.#nextAtMs = clock.monotonic() + this.#backoff.nextMs();
    const refusal = toRefusal(error, clock.now());
    if (refusal.kind === 'limited') gate.pause(refusal.waitMs);
  }
}
