import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { StartError } from '../kit/startError.ts';

export interface PostgresTools {
  /** Writes the whole database, as of one moment, into a file of pg_dump's own format. */
  dump(to: string): Promise<void>;
  /** Reads such a file into an empty database: all of it or nothing. Ignores the roles in it. */
  restore(from: string, list: string): Promise<void>;
  /** Returns the contents of such a file, one line each, in the format that `restore` takes. */
  list(from: string): Promise<readonly string[]>;
}

interface ToolDeps {
  readonly databaseUrl: string;
  /** Environment of this process, for finding the programs. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Number of last lines of a failed program that are repeated. */
const linesKept = 3;

/** Returns PostgreSQL's own programs, found on the PATH. */
export function createPostgresTools({ databaseUrl, env, signal }: ToolDeps): PostgresTools {
  const { address, password } = splitPassword(databaseUrl);
  const run = async (name: string, args: readonly string[]): Promise<readonly string[]> => {
    // All users of the machine can see arguments, but only the owner can see the environment.
    const child = spawn(name, args, {
      env: { ...env, ...(password !== '' && { PGPASSWORD: password }) },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    });
    const ended = once(child, 'close');
    const said: string[] = [];
    const told: string[] = [];
    createInterface(child.stdout).on('line', (line) => said.push(line));
    createInterface(child.stderr).on('line', (line) => told.push(line));
    const [code] = await ended.catch((error: unknown) => {
      throw missingOr(name, error);
    });
    if (code === 0) return said;
    throw new StartError(`${name} failed: ${told.slice(-linesKept).join(' ') || `exit ${code}`}`);
  };
  const plain = ['--no-owner', '--no-privileges'];
  return {
    async dump(to) {
      const what = ['--format=custom', `--file=${to}`, `--dbname=${address}`];
      await run('pg_dump', ['--no-password', ...plain, ...what]);
    },
    async restore(from, list) {
      const how = ['--single-transaction', '--exit-on-error', `--use-list=${list}`];
      const where = ['--no-password', `--dbname=${address}`, from];
      await run('pg_restore', [...plain, ...how, ...where]);
    },
    list: (from) => run('pg_restore', ['--list', from]),
  };
}

function splitPassword(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password);
  url.password = '';
  url.searchParams.delete('password');
  return { address: url.href, password };
}

function missingOr(name: string, error: unknown): unknown {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  if (!isMissing) return error;
  return new StartError(
    `${name} is not on the PATH: install the client programs of PostgreSQL, as new as the server ` +
      '(on Debian: apt-get install postgresql-client).',
    { cause: error },
  );
}
