import type { Clock } from '../../kit/clock.ts';
import { errorText } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import type { NewDelivery } from './deliveries.ts';

/** Maximum number of alerts that wait to be written; each is a few kilobytes at most. */
const waitingMax = 1_000;
/** Pause after the database refused: it may be busy for a moment. */
const againMs = 1_000;
/** Time at a stop for the last alerts; the whole service has a few seconds to stop. */
const stopWithinMs = 1_000;

interface IntakeDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Makes the alert's deliveries durable. */
  readonly write: (alert: NewDelivery) => Promise<void>;
  readonly written: () => void;
}

/** Takes alerts without making the caller wait, and writes them one after the other. */
export function createIntake({ clock, logger, write, written }: IntakeDeps) {
  const waiting: NewDelivery[] = [];
  const stopping = new AbortController();
  let lost = 0;
  let draining: Promise<void> | undefined;

  const drain = async (): Promise<void> => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      try {
        await write(next);
        waiting.shift();
        written();
      } catch (error) {
        const fields = { waiting: waiting.length, error: errorText(error) };
        logger.warn(fields, 'an alert cannot be written down yet');
        if (stopping.signal.aborted) return;
        await clock.sleep(againMs, stopping.signal);
      }
    }
    if (lost > 0) logger.error({ lost }, 'alerts were lost: the database was behind');
    lost = 0;
    draining = undefined;
  };

  return {
    add(alert: NewDelivery): void {
      // The first alerts of an incident say most, so those that come too late are left out.
      if (waiting.length >= waitingMax) lost += 1;
      else waiting.push(alert);
      draining ??= drain();
    },
    /** Writes the waiting alerts, as far as the database allows. */
    async stop(): Promise<void> {
      stopping.abort();
      const enough = new AbortController();
      await Promise.race([draining, clock.sleep(stopWithinMs, enough.signal)]);
      enough.abort();
      if (waiting.length > 0) logger.error({ lost: waiting.length }, 'alerts were lost');
    },
  };
}
