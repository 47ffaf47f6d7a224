import type { CliIo } from '../io.ts';
import { formatDuration } from './format.ts';
import { describeProgress, type Progress, renderBar } from './progress.ts';

/** Reports a long run to a person on stderr: stdout has only the answer. */
export interface Display {
  /** Shows the progress while a part is running. */
  during<Result>(progress: Progress, part: Promise<Result>): Promise<Result>;
  partDone(progress: Progress): void;
  /** Waits, and says so. Ends early when the signal aborts. */
  wait(progress: Progress, waitMs: number, signal: AbortSignal): Promise<void>;
  say(text: string): void;
  end(): void;
}

/** Figures that count seconds change once a second. */
const beatMs = 1_000;
const clearLine = '\r\u001b[K';

/** Returns a bar on a terminal, and plain lines anywhere else. */
export function createDisplay(io: CliIo): Display {
  return io.stderr.isTty ? createBar(io) : createLines(io);
}

function createBar({ stderr, runtime }: CliIo): Display {
  const draw = (progress: Progress, rest: { partMs: number; note?: string }) => {
    if (stderr.isBlocked) return;
    stderr.write(`${clearLine}${renderBar(progress, { columns: stderr.columns, ...rest })}`);
  };
  return {
    async during(progress, part) {
      const done = new AbortController();
      const startedMs = runtime.now();
      const beat = async () => {
        while (!done.signal.aborted) {
          draw(progress, { partMs: runtime.now() - startedMs });
          await runtime.sleep(beatMs, done.signal);
        }
      };
      const beating = beat();
      try {
        return await part;
      } finally {
        done.abort();
        await beating;
      }
    },
    partDone: (progress) => draw(progress, { partMs: 0 }),
    async wait(progress, waitMs, signal) {
      const untilMs = runtime.now() + waitMs;
      while (!signal.aborted && runtime.now() < untilMs) {
        const leftMs = untilMs - runtime.now();
        const note = `rate limit, on in ${formatDuration(leftMs)}`;
        draw(progress, { partMs: 0, note });
        await runtime.sleep(Math.min(beatMs, leftMs), signal);
      }
    },
    say: (text) => stderr.write(`${clearLine}${text}\n`),
    end: () => stderr.write(clearLine),
  };
}

function createLines({ stderr, runtime }: CliIo): Display {
  const say = (text: string) => stderr.write(`${text}\n`);
  return {
    during: (_progress, part) => part,
    partDone: (progress) => say(describeProgress(progress)),
    async wait(_progress, waitMs, signal) {
      say(`The rate limit is reached. Going on in ${formatDuration(waitMs)}.`);
      await runtime.sleep(waitMs, signal);
    },
    say,
    end: () => undefined,
  };
}
