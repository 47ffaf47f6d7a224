import type { Clock } from './clock.ts';
import { errorText } from './errors.ts';
import type { Logger } from './logger.ts';

/** Something that is stopped when the process ends. */
interface Part {
  readonly name: string;
  readonly stop: Stop;
  /** Time that stopping it may take before the next part is stopped anyway. */
  readonly deadlineMs: number;
}

/** Stops a part; a hurried stop does not wait for anything outside the process. */
type Stop = (isHurried: boolean) => void | Promise<void>;

/** Stops what was started, in reverse order, each part within its deadline. */
export interface Lifecycle {
  /** Registers a part right after it was started. */
  started(name: string, stop: Stop, deadlineMs?: number): void;
  /** Stops everything once; later calls wait for the same end. Never rejects. */
  stop(): Promise<void>;
  /**
   * Stops everything within `hurriedStopMs`, for a process that must not go on: late parts are left
   * running. A stop that has already begun is hurried too.
   */
  hurry(): Promise<void>;
  readonly stopping: boolean;
}

/**
 * Long enough for a final write on a slow disk, short enough that a service manager does not give
 * up.
 */
const partDeadlineMs = 5_000;
/** The process must be gone within a second, and it takes time to notice that it must go. */
const hurriedStopMs = 800;

export function createLifecycle(deps: { clock: Clock; logger: Logger }): Lifecycle {
  const { clock, logger } = deps;
  const parts: Part[] = [];
  const haste = new AbortController();
  let hurriedPartMs = hurriedStopMs;
  let stopping = false;
  let ending: Promise<void> | undefined;

  /** Resolves when the part is late or is no longer waited for. */
  const patience = async ({ deadlineMs }: Part, over: AbortSignal): Promise<typeof late> => {
    const { signal } = haste;
    if (!signal.aborted) await clock.sleep(deadlineMs, AbortSignal.any([signal, over]));
    if (signal.aborted) await clock.sleep(hurriedPartMs, over);
    return late;
  };
  const stopPart = async (part: Part): Promise<void> => {
    const over = new AbortController();
    const beganMs = clock.monotonic();
    const outcome = await Promise.race([
      (async () => part.stop(haste.signal.aborted))().catch((error: unknown) => {
        logger.error({ part: part.name, error: errorText(error) }, 'a part failed to stop');
      }),
      patience(part, over.signal),
    ]);
    over.abort();
    const told = { part: part.name, tookMs: clock.monotonic() - beganMs };
    if (outcome === late) logger.error(told, 'a part did not stop in time');
    else logger.debug(told, 'a part has stopped');
  };

  const stopAll = async (): Promise<void> => {
    for (let part = parts.pop(); part; part = parts.pop()) await stopPart(part);
  };
  const stop = (): Promise<void> => {
    stopping = true;
    ending ??= stopAll();
    return ending;
  };

  return {
    get stopping() {
      return stopping;
    },
    started(name, stopIt, deadlineMs = partDeadlineMs) {
      parts.push({ name, stop: stopIt, deadlineMs });
    },
    stop,
    hurry() {
      // The part that is being stopped gets a share too.
      hurriedPartMs = hurriedStopMs / (parts.length + (stopping ? 1 : 0));
      haste.abort();
      return stop();
    },
  };
}

const late = Symbol('late');
