import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compiledOnce } from './compileCache.ts';

/** What an operator starts. */
export const serviceEntry = fileURLToPath(new URL('../../bin/start.mjs', import.meta.url));

/** The real service in a process of its own. */
export interface ServiceProcess {
  readonly address: string;
  /** What it wrote until it was ready. */
  readonly greeting: string;
  /** Resolves with the exit code once the process is gone, at once when it is gone already. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** Resolves with the signal that ended it, or null, once it is gone for whatever reason. */
  readonly gone: Promise<NodeJS.Signals | null>;
}

/** Starts the process with these settings alone, and waits until it answers. */
export async function startService(
  env: Readonly<Record<string, string>>,
  children: ChildProcess[],
  nodeArguments: readonly string[] = [],
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [...nodeArguments, serviceEntry], {
    env: { PORT: '0', WINDLASS_LOG_LEVEL: 'silent', ...compiledOnce, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const exited = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.includes('database')) break;
  }
  const greeting = lines.join('\n');
  const address = /on (http:\S+)/.exec(greeting)?.[1];
  if (!address) throw new Error(`no greeting: ${greeting}`);
  return {
    address,
    greeting,
    gone: exited.then(([, signal]) => signal),
    async kill(signal) {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}
