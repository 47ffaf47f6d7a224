import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DatabasePlace } from './databases.ts';

/** A process that opened the same database. */
export interface StoreChild {
  /** Its output once its job was done. */
  readonly said: string;
  /** Sends SIGKILL: it gets no chance to clean up. Resolves once the process is gone. */
  kill(): Promise<void>;
}

export async function startStoreChild(
  job: 'own' | 'createKey',
  place: DatabasePlace,
): Promise<StoreChild> {
  const script = fileURLToPath(new URL('./storeChild.ts', import.meta.url));
  const child = spawn(process.execPath, [script, job, JSON.stringify(place)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const [said] = await Promise.race([
    once(lines, 'line'),
    exited.then(([code]) => Promise.reject(new Error(`The child ended early (${code}).`))),
  ]);
  return {
    said: String(said),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
