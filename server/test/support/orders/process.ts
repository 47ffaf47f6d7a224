import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DatabasePlace } from '../databases/databases.ts';

/** The job of a process with its own orders. */
export type OrderJob = {
  readonly place: DatabasePlace;
  readonly accountId: string;
} & (
  | {
      readonly kind: 'reserve';
      readonly prefix: string;
      readonly count: number;
      /** UTC day in which the orders count, where it matters which. */
      readonly day?: string;
    }
  | { readonly kind: 'stop'; readonly at: 'intent' | 'reserved' | 'recording' }
  | { readonly kind: 'storm' }
);

export interface OrderProcess {
  /** Everything it has printed so far. */
  readonly lines: readonly string[];
  /** Resolves with the first line that begins with the text, once it is printed. */
  heard(beginning: string): Promise<string>;
  /** Lets a `reserve` begin. */
  go(): void;
  /** Sends SIGKILL. Resolves when it is gone and all its output has been read. */
  kill(): Promise<void>;
}

export function startOrderProcess(job: OrderJob): OrderProcess {
  const script = fileURLToPath(new URL('./child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(job)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const reader = createInterface(child.stdout);
  const lines: string[] = [];
  reader.on('line', (line) => lines.push(line));
  return {
    lines,
    async heard(beginning) {
      for (;;) {
        const line = lines.find((each) => each.startsWith(beginning));
        if (line !== undefined) return line;
        await Promise.race([
          once(reader, 'line'),
          closed.then(([code]) => Promise.reject(new Error(`The child ended early (${code}).`))),
        ]);
      }
    },
    go: () => child.stdin.write('go\n'),
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
