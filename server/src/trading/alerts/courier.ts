import type { Cancel, Clock } from '../../kit/clock.ts';
import { errorText } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import { backoffMs } from '../../kit/retry.ts';
import type { Attempt, AttemptOutcome } from './attempt.ts';
import type { Deliveries, Progress, Waiting } from './deliveries.ts';

/**
 * Maximum number of deliveries at once over all webhooks: enough that a few slow receivers leave
 * room for the others.
 */
const underWayMax = 4;
/** With these delays between them, eight attempts take about an hour (42 to 85 minutes). */
const attemptsMax = 8;
const backoff = { firstDelayMs: 40_000, delayMsMax: 45 * 60_000 };
/** Longest delay that a receiver may ask for. */
const retryAfterMsMax = 60 * 60_000;
/** Pause after a receiver failed: others of its deliveries may be due. */
const restMs = 1_000;
/** Pause after the database refused: it may be busy for a moment. */
const storeAgainMs = 5_000;
/**
 * Time that deliveries in progress get at a stop; they are then cut off, and sent again at the next
 * start.
 */
const stopWithinMs = 2_000;
/** Time to store the results of deliveries that were cut off. */
const settleWithinMs = 1_000;
/**
 * Longest timer: a delivery may seem far in the future when the machine's clock was set back, and
 * timers have a maximum.
 */
const sleepMsMax = 60 * 60_000;

interface CourierDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly deliveries: Deliveries;
  readonly attempt: Attempt;
}

/** State of a webhook between its deliveries; losing it costs nothing. */
interface Manners {
  /** Turn in which it was last served. */
  readonly turn: number;
  readonly restsUntilMs: number;
}

/**
 * Sends deliveries: at most one at a time for a webhook, those that are due first go first. The
 * rows are its queue, so a start goes on where the last process ended. A delivery that waits for
 * its next attempt does not delay the others.
 */
export class Courier {
  readonly #deps: CourierDeps;
  readonly #cut = new AbortController();
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #manners = new Map<string, Manners>();
  #isRunning = false;
  #isLooking = false;
  #lookAgain = false;
  #turn = 0;
  /** Number of deliveries that have ended. */
  #endings = 0;
  #cancelTimer: Cancel = () => undefined;

  constructor(deps: CourierDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#isRunning = true;
    this.wake();
  }

  /** Looks for deliveries that are due now. */
  wake(): void {
    void this.#look();
  }

  /** Serves that webhook now for an operator, whatever delay it asked for. */
  hurry(webhookId: string): void {
    this.#manners.delete(webhookId);
    this.wake();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#cancelTimer();
    await this.#ended(stopWithinMs);
    this.#cut.abort();
    await this.#ended(settleWithinMs);
  }

  /** Resolves when no delivery is in progress any more, or the time is over. */
  async #ended(withinMs: number): Promise<void> {
    if (this.#underWay.size === 0) return;
    const enough = new AbortController();
    const ended = Promise.all(this.#underWay.values());
    await Promise.race([ended, this.#deps.clock.sleep(withinMs, enough.signal)]);
    enough.abort();
  }

  async #look(): Promise<void> {
    this.#lookAgain = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      while (this.#lookAgain && this.#isRunning) {
        this.#lookAgain = false;
        const endings = this.#endings;
        const heads = await this.#deps.deliveries.heads();
        // A delivery that ended meanwhile may be read in its old state: it would be sent once more.
        if (this.#isRunning && endings === this.#endings) this.#serve(heads);
      }
    } catch (error) {
      this.#deps.logger.warn({ error: errorText(error) }, 'deliveries of alerts cannot be read');
      this.#wakeIn(storeAgainMs);
    } finally {
      this.#isLooking = false;
    }
  }

  /** Starts what is due, those first that were served longest ago, and sleeps until the next. */
  #serve(heads: readonly Waiting[]): void {
    const nowMs = this.#deps.clock.now();
    this.#forget(heads, nowMs);
    const turnOf = ({ webhookId }: Waiting) => this.#manners.get(webhookId)?.turn ?? 0;
    const free = heads
      .filter(({ webhookId }) => !this.#underWay.has(webhookId))
      .sort((a, b) => turnOf(a) - turnOf(b) || a.seq - b.seq);
    let nextMs = Number.POSITIVE_INFINITY;
    for (const head of free) {
      const dueAtMs = this.#dueAtMs(head);
      if (dueAtMs > nowMs) nextMs = Math.min(nextMs, dueAtMs);
      else if (this.#underWay.size < underWayMax) this.#begin(head);
    }
    // A due delivery without a free place is looked at when a delivery in progress has ended.
    if (nextMs < Number.POSITIVE_INFINITY) this.#wakeIn(Math.min(sleepMsMax, nextMs - nowMs));
  }

  #dueAtMs({ webhookId, nextAttemptAtMs }: Waiting): number {
    return Math.max(nextAttemptAtMs, this.#manners.get(webhookId)?.restsUntilMs ?? 0);
  }

  /** Removes the state of webhooks that have nothing to wait for, so that the map stays small. */
  #forget(heads: readonly Waiting[], nowMs: number): void {
    const present = new Set(heads.map(({ webhookId }) => webhookId));
    for (const [webhookId, { restsUntilMs }] of this.#manners) {
      if (!present.has(webhookId) && restsUntilMs <= nowMs) this.#manners.delete(webhookId);
    }
  }

  #wakeIn(delayMs: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#deps.clock.schedule(delayMs, () => this.wake());
  }

  #begin(head: Waiting): void {
    const { webhookId } = head;
    this.#turn += 1;
    const restsUntilMs = this.#manners.get(webhookId)?.restsUntilMs ?? 0;
    this.#manners.set(webhookId, { turn: this.#turn, restsUntilMs });
    const run = this.#carry(head).finally(() => {
      this.#endings += 1;
      this.#underWay.delete(webhookId);
      this.wake();
    });
    this.#underWay.set(webhookId, run);
  }

  async #carry(head: Waiting): Promise<void> {
    const { attempt } = this.#deps;
    let outcome: AttemptOutcome;
    try {
      outcome = await attempt(head, this.#cut.signal);
    } catch {
      // Cut off at the end: the row stays as it is, and the next start sends it again.
      return;
    }
    if (!outcome.ok) this.#rest(head, outcome.retryAfterMs);
    await this.#advance(head.id, this.#progressOf(head, outcome));
  }

  #rest({ webhookId }: Waiting, retryAfterMs = 0): void {
    const pauseMs = Math.min(retryAfterMsMax, Math.max(restMs, retryAfterMs));
    const restsUntilMs = this.#deps.clock.now() + pauseMs;
    this.#manners.set(webhookId, { turn: this.#turn, restsUntilMs });
  }

  #progressOf(head: Waiting, outcome: AttemptOutcome): Progress {
    const { clock, random, logger } = this.#deps;
    if (outcome.ok) return { status: 'delivered' };
    const { error, isFinal, retryAfterMs = 0 } = outcome;
    const number = head.attempts + 1;
    if (isFinal || number >= attemptsMax) {
      const { id, webhookId, kind } = head;
      logger.warn({ id, webhookId, kind, attempts: number, error }, 'an alert is a dead letter');
      return { status: 'dead', error };
    }
    const asked = Math.min(retryAfterMsMax, retryAfterMs);
    const delayMs = Math.ceil(Math.max(asked, backoffMs(number, { ...backoff, random })));
    return { status: 'pending', error, nextAttemptAtMs: clock.now() + delayMs };
  }

  /** Retries until it is stored: in its old state, the delivery would be sent once more. */
  async #advance(id: string, progress: Progress): Promise<void> {
    const { clock, logger, deliveries } = this.#deps;
    for (;;) {
      try {
        return await deliveries.advance(id, progress);
      } catch (error) {
        const fields = { id, status: progress.status, error: errorText(error) };
        logger.warn(fields, 'the outcome of an alert cannot be stored yet');
        if (!this.#isRunning) return;
        await clock.sleep(storeAgainMs, this.#cut.signal);
      }
    }
  }
}
