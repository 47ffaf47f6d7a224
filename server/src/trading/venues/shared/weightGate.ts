import type { Cancel, Clock } from '../../../kit/clock.ts';

/**
 * Spaces calls to one host by their weight. A bucket holds what may be spent at once and refills
 * steadily; callers wait in order. The queue needs no bound of its own: a book has at most one call
 * waiting.
 */
export interface WeightGate {
  /** Runs the call as soon as the budget allows, at once if it does now. */
  request(weight: number, run: () => void): Cancel;
  /** Spends the weight only if nobody waits and half the bucket is left afterwards. */
  trySpare(weight: number): boolean;
  /** Lets nothing through for `ms`: the host asked for silence. */
  pause(ms: number): void;
}

export interface WeightGateOptions {
  readonly clock: Clock;
  readonly capacity: number;
  readonly refillPerMinute: number;
}

interface Waiting {
  readonly weight: number;
  readonly run: () => void;
}

export function createWeightGate(options: WeightGateOptions): WeightGate {
  const { clock, capacity } = options;
  const refillPerMs = options.refillPerMinute / 60_000;
  const queue: Waiting[] = [];
  let left = capacity;
  let countedAtMs = clock.monotonic();
  let closedUntilMs = 0;
  let timer: Cancel | undefined;

  const refill = () => {
    const nowMs = clock.monotonic();
    left = Math.min(capacity, left + (nowMs - countedAtMs) * refillPerMs);
    countedAtMs = nowMs;
  };

  const waitMs = (weight: number): number => {
    const forBudgetMs = left >= weight ? 0 : Math.ceil((weight - left) / refillPerMs);
    return Math.max(forBudgetMs, closedUntilMs - clock.monotonic());
  };

  const pump = () => {
    timer?.();
    timer = undefined;
    refill();
    for (let head = queue[0]; head; head = queue[0]) {
      const delayMs = waitMs(head.weight);
      if (delayMs > 0) {
        timer = clock.schedule(delayMs, pump);
        return;
      }
      queue.shift();
      left -= head.weight;
      head.run();
    }
  };

  return {
    request(weight, run) {
      // A call heavier than the bucket could never pass.
      const waiting = { weight: Math.min(weight, capacity), run };
      queue.push(waiting);
      pump();
      return () => {
        const at = queue.indexOf(waiting);
        if (at < 0) return;
        queue.splice(at, 1);
        pump();
      };
    },
    trySpare(weight) {
      refill();
      if (queue.length > 0 || clock.monotonic() < closedUntilMs) return false;
      if (left - weight < capacity / 2) return false;
      left -= weight;
      return true;
    },
    pause(ms) {
      closedUntilMs = Math.max(closedUntilMs, clock.monotonic() + ms);
    },
  };
}
