import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const startWithinMs = 20_000;
const lookEveryMs = 50;

/** A server in a process of its own, whose processor time can be read. */
export interface ServerProcess {
  readonly port: number;
  /** Returns the seconds of processor time used so far, including the system's share. */
  cpuSeconds(): Promise<number>;
  /** Sends a command to a bare server; the service itself takes none. */
  order(what: object): void;
  stop(): void;
}

/** Starts the service itself on the simulated feed, with its key in the environment. */
export async function startService(): Promise<ServerProcess & { readonly key: string }> {
  const port = await freePort();
  const key = `ak_${randomBytes(24).toString('hex')}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'windlass-bench-'));
  const entry = fileURLToPath(new URL('../../../server/bin/start.mjs', import.meta.url));
  const child = spawn(process.execPath, [entry], {
    env: {
      ...process.env,
      PORT: String(port),
      WINDLASS_DATA_DIR: dataDir,
      WINDLASS_FEED: 'simulated',
      WINDLASS_SEED: 'bench',
      WINDLASS_ADMIN_KEY: key,
      WINDLASS_LOG_LEVEL: 'error',
      TRADING_RATE_LIMIT_MAX: '100000000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilListening(child, port);
  return {
    port,
    key,
    async cpuSeconds() {
      const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
        headers: { 'X-API-Key': key },
      });
      const found = /^process_cpu_seconds_total ([\d.e+-]+)$/m.exec(await response.text());
      return Number(found?.[1]);
    },
    order: () => undefined,
    stop() {
      child.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the minimal server of that kind; see `bareServer.ts`. */
export function startBare(kind: 'ws' | 'fastify'): Promise<ServerProcess> {
  return startScript(new URL('bareServer.ts', import.meta.url), [kind]);
}

/**
 * Starts a server of this benchmark. Its last argument is its port; it answers the command `cpu`.
 */
export async function startScript(
  script: URL,
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(script), ...args, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await untilListening(child, port);
  return {
    port,
    cpuSeconds: () =>
      new Promise((resolve) => {
        child.once('message', (seconds) => resolve(Number(seconds)));
        child.send({ ask: 'cpu' });
      }),
    order: (what) => void child.send(what),
    stop: () => void child.kill('SIGKILL'),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  const untilMs = performance.now() + startWithinMs;
  while (performance.now() < untilMs && child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer) return;
    await wait(lookEveryMs);
  }
  child.kill('SIGKILL');
  throw new Error('A server to be measured did not start');
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
