import type { Clock } from './clock.ts';
import { errorText } from './errors.ts';
import type { Logger } from './logger.ts';

/** Something that is stopped when the process ends. */
interface Part {
  readonly name: string;
  readonly stop: () => void | Promise<void>;
  /** How long stopping it may take before the next part is stopped anyway. */
  readonly deadlineMs: number;
}

/** Stops what was started, in reverse order, each part within its deadline. */
export interface Lifecycle {
  /** Registers a part right after it was started. */
  started(name: string, stop: Part['stop'], deadlineMs?: number): void;
  /** Stops everything once; later calls wait for the same end. Never rejects. */
  stop(): Promise<void>;
  readonly stopping: boolean;
}

/** Long enough for a final write on a slow disk, short enough for a service manager's patience. */
const partDeadlineMs = 5_000;

export function createLifecycle(deps: { clock: Clock; logger: Logger }): Lifecycle {
  const parts: Part[] = [];
  let stopping = false;
  let ending: Promise<void> | undefined;

  const stopPart = async (part: Part): Promise<void> => {
    const timedOut = new AbortController();
    const late = Symbol('late');
    const outcome = await Promise.race([
      (async () => part.stop())().catch((error: unknown) => {
        deps.logger.error({ part: part.name, error: errorText(error) }, 'a part failed to stop');
      }),
      deps.clock.sleep(part.deadlineMs, timedOut.signal).then(() => late),
    ]);
    timedOut.abort();
    if (outcome === late) deps.logger.error({ part: part.name }, 'a part did not stop in time');
  };

  const stopAll = async (): Promise<void> => {
    for (let part = parts.pop(); part; part = parts.pop()) await stopPart(part);
  };

  return {
    get stopping() {
      return stopping;
    },
    started(name, stop, deadlineMs = partDeadlineMs) {
      parts.push({ name, stop, deadlineMs });
    },
    stop() {
      stopping = true;
      ending ??= stopAll();
      return ending;
    },
  };
}
