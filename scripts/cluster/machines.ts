import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Identity = { readonly uid: number; readonly gid: number } | Record<string, never>;

/** PostgreSQL refuses to run as root. */
export function identityOf(user: string): Identity {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Debian keeps each version in a folder of its own. */
export async function newestBinaries(): Promise<string> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  const newest = versions.map(Number).sort((a, b) => b - a)[0];
  if (newest === undefined) throw new Error('Install postgresql, patroni, etcd and haproxy.');
  return `/usr/lib/postgresql/${newest}/bin`;
}

/** Programs that run until they are killed. */
export interface Programs {
  start(command: string, words: readonly string[], env?: Record<string, string>): ChildProcess;
  /** Kills a program with everything it started, except processes that left its group. */
  kill(child: ChildProcess): void;
  /** Kills all of them; resolves once they are gone. */
  close(): Promise<void>;
}

/** Opens programs, whose output is shown when WINDLASS_CLUSTER_LOGS is set. */
export function openPrograms(folder: string, identity: Identity): Programs {
  const children = new Set<ChildProcess>();
  const kill = ({ pid }: ChildProcess): void => {
    if (pid !== undefined) killQuietly(-pid);
  };
  return {
    start(command, words, env = {}) {
      const child = spawn(command, words, {
        ...identity,
        cwd: folder,
        env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
        stdio: ['ignore', 'ignore', process.env.WINDLASS_CLUSTER_LOGS ? 'inherit' : 'ignore'],
        // A group of its own, so that a machine dies with all that runs on it.
        detached: true,
      });
      children.add(child);
      child.once('exit', () => children.delete(child));
      return child;
    },
    kill,
    async close() {
      const gone = [...children].map(async (child) => {
        const ended = once(child, 'exit');
        kill(child);
        await ended;
      });
      await Promise.all(gone);
    },
  };
}

/** Kills PostgreSQL, which leaves the group of its starter. */
export async function killPostgres(dataDir: string): Promise<void> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=,args=']);
  const rows = stdout.split('\n').map((line) => /^\s*(\d+)\s+(\d+) (.*)$/.exec(line));
  const server = rows.find((row) => row?.[3]?.includes(`-D ${dataDir} `))?.[1];
  if (server === undefined) return;
  killQuietly(Number(server));
  for (const row of rows) if (row?.[2] === server) killQuietly(Number(row[1]));
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
