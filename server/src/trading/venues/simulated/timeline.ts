import type { Clock } from '../../../kit/clock.ts';
import { errorText } from '../../../kit/errors.ts';
import type { Logger } from '../../../kit/logger.ts';

/** The position of the simulated market in its own time. */
export interface Timeline {
  /**
   * Returns ms since the epoch: the wall clock minus the time the service was down. Never goes
   * back.
   */
  marketNow(): number;
}

/** A timeline that survives restarts. */
export interface KeptTimeline extends Timeline {
  /** Saves a last time. The market goes on, unsaved, until the process ends. */
  stop(): Promise<void>;
}

export interface TimelineDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** The text that was last saved, or undefined on the first start. */
  readonly load: string | undefined;
  /** Keeps the text durably. */
  save(text: string): Promise<void>;
  readonly periodMs?: number;
}

interface Checkpoint {
  readonly marketTimeMs: number;
  readonly wallTimeMs: number;
}

/** A crash skips at most a second of market time. */
const savePeriodMs = 1000;
/**
 * A process may die with a save still on its way, later than a period after the last durable one.
 * Skipping this much more ensures that no moment is repeated even then.
 */
const saveAllowanceMs = 250;

/**
 * Creates market time, which stands still while the service is down, so that prices go on where
 * they were. It advances by the monotonic clock: a step of the wall clock does not move it.
 */
export function createTimeline(deps: TimelineDeps): KeptTimeline {
  const { clock, logger, periodMs = savePeriodMs } = deps;
  const startMs = startTime(deps, periodMs);
  const startMonotonicMs = clock.monotonic();
  const marketNow = () => startMs + (clock.monotonic() - startMonotonicMs);
  let saving: Promise<void> | undefined;
  let failing = false;

  const checkpoint = async (): Promise<void> => {
    const at: Checkpoint = { marketTimeMs: marketNow(), wallTimeMs: clock.now() };
    try {
      await deps.save(JSON.stringify(at));
      failing = false;
    } catch (error) {
      if (!failing)
        logger.warn({ error: errorText(error) }, 'The simulated market time could not be saved');
      failing = true;
    }
  };
  const beat = (): void => {
    // At most one save is in flight: the next beat has a newer time to save anyway.
    if (saving) return;
    saving = checkpoint().finally(() => {
      saving = undefined;
    });
  };
  // Saved at once too: a crash within the first period must not repeat it.
  beat();
  const cancel = clock.every(periodMs, beat);
  return {
    marketNow,
    async stop() {
      cancel();
      await saving;
      await checkpoint();
    },
  };
}

function startTime(deps: TimelineDeps, periodMs: number): number {
  const { clock, logger, load } = deps;
  if (load === undefined) return clock.now();
  const checkpoint = parseCheckpoint(load);
  if (!checkpoint) {
    // The wall clock is ahead of every past market time, so that sequence numbers do not go back.
    logger.warn({ text: load.slice(0, 200) }, 'The saved market time is not readable');
    return clock.now();
  }
  const downMs = clock.now() - checkpoint.wallTimeMs;
  logger.info({ marketTimeMs: checkpoint.marketTimeMs, downMs }, 'The simulated market goes on');
  return checkpoint.marketTimeMs + periodMs + saveAllowanceMs;
}

function parseCheckpoint(text: string): Checkpoint | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { marketTimeMs, wallTimeMs } = value as Record<string, unknown>;
  if (!isTime(marketTimeMs) || !isTime(wallTimeMs)) return undefined;
  return { marketTimeMs, wallTimeMs };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
