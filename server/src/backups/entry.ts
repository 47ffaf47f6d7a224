import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { createSystemClock } from '../kit/clock.ts';
import { errorText } from '../kit/errors.ts';
import { StartError } from '../kit/startError.ts';
import { createProgress, type Progress } from './progress.ts';

// Code that the processes of `windlass backup` and `windlass restore` share.

type Flags = Readonly<Record<string, { readonly type: 'boolean' }>>;

/** Reads the arguments: one file, and flags without values. */
export function readCall<Named extends Flags>(args: readonly string[], flags: Named) {
  const called = parse(args, { ...flags, json: { type: 'boolean' } });
  const [file, ...more] = called.positionals;
  if (file === undefined || file === '' || more.length > 0) {
    throw new StartError('Exactly one file must be named.');
  }
  return { file, has: (flag: keyof Named | 'json') => called.values[String(flag)] === true };
}

function parse(args: readonly string[], options: Flags) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new StartError(errorText(error), { cause: error });
  }
}

interface Job {
  readonly progress: Progress;
  /** Aborts when the process gets a signal. */
  readonly signal: AbortSignal;
}

/** Runs the work and ends the process: prints its lines to stdout, or why it failed. */
export async function runJob(work: (job: Job) => Promise<readonly string[]>): Promise<never> {
  // Only the owner may read copies of a database.
  process.umask(0o077);
  const ended = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => ended.abort());
  }
  const { show, clear } = createProgress(process.stderr, createSystemClock());
  try {
    const lines = await work({ progress: show, signal: ended.signal });
    clear();
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    clear();
    const why = ended.signal.aborted ? 'interrupted; nothing was changed' : explain(error);
    process.stderr.write(`windlass: ${why}\n`);
    process.exit(1);
  }
  process.exit(0);
}

/** Returns one line for a problem that the operator can solve; the stack for a fault of ours. */
function explain(error: unknown): string {
  const isTold = error instanceof StartError || error instanceof ConfigError;
  // Errors of the system, such as no space or no permission.
  const isSystem = error instanceof Error && 'syscall' in error;
  if (isTold || isSystem || !(error instanceof Error)) return errorText(error);
  return error.stack ?? error.message;
}

export function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version }: { version?: unknown } = JSON.parse(text);
  return String(version);
}
