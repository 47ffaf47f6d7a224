import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compiledOnce } from './compileCache.ts';

/** The file that an operator starts. */
export const serviceEntry = fileURLToPath(new URL('../../../bin/start.mjs', import.meta.url));

/** The real service in its own process. */
export interface ServiceProcess {
  readonly address: string;
  /** Its output until it was ready. */
  readonly greeting: string;
  /** Resolves with the exit code once the process is gone, at once if it is gone already. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** Resolves with the exit code once it has ended by itself. */
  ended(): Promise<number | null>;
  /** Resolves with the signal that ended it, or null, once it is gone for any reason. */
  readonly gone: Promise<NodeJS.Signals | null>;
}

/** A process that waits for the engine. */
export interface StandbyProcess extends ServiceProcess {
  /** Resolves with its output once it owns the engine and answers. */
  readonly owning: Promise<string>;
}

/** Starts the process with only these settings, and waits until it answers as the owner. */
export async function startService(
  env: Readonly<Record<string, string>>,
  children: ChildProcess[],
  nodeArguments: readonly string[] = [],
): Promise<ServiceProcess> {
  const { owning, service } = spawnService(env, children, nodeArguments);
  return service(await owning);
}

/** Starts the process while another owns the engine, and waits until it answers as a standby. */
export async function startStandby(
  env: Readonly<Record<string, string>>,
  children: ChildProcess[],
): Promise<StandbyProcess> {
  const { owning, waiting, service } = spawnService(env, children, []);
  owning.catch(() => undefined);
  return { ...service(await waiting), owning };
}

function spawnService(
  env: Readonly<Record<string, string>>,
  children: ChildProcess[],
  nodeArguments: readonly string[],
) {
  const child = spawn(process.execPath, [...nodeArguments, serviceEntry], {
    env: { PORT: '0', WINDLASS_LOG_LEVEL: 'silent', ...compiledOnce, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const greeting = (last: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const said: string[] = [];
      lines.on('line', (line) => {
        said.push(line);
        if (line.includes(last)) resolve(said.join('\n'));
      });
      lines.once('close', () => reject(new Error(`no greeting: ${said.join('\n')}`)));
    });
  const waiting = greeting('  owner ');
  waiting.catch(() => undefined);
  return {
    owning: greeting('  database '),
    waiting,
    service(said: string): ServiceProcess {
      const address = /on (http:\S+)$/m.exec(said)?.[1];
      if (!address) throw new Error(`no address: ${said}`);
      return {
        address,
        greeting: said,
        ended: async () => (await exited)[0],
        gone: exited.then(([, signal]) => signal),
        async kill(signal) {
          child.kill(signal);
          const [code] = await exited;
          return code;
        },
      };
    },
  };
}
