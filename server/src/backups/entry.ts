import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { createSystemClock } from '../kit/clock.ts';
import { errorText } from '../kit/errors.ts';
import { StartError } from '../kit/startError.ts';
import { createProgress, type Progress } from './progress.ts';

// What the processes of `windlass backup` and `windlass restore` have in common.

type Flags = Readonly<Record<string, { readonly type: 'boolean' }>>;

/** One file is named, and flags are given or not. */
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
  /** Aborted by a signal. */
  readonly signal: AbortSignal;
}

/** Does the work and ends the process: with its lines on stdout, or with why not. */
export async function runJob(work: (job: Job) => Promise<readonly string[]>): Promise<never> {
  // Copies of a database are their owner's alone.
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

/** What an operator can mend is one line; a fault of ours shows its stack. */
function explain(error: unknown): string {
  const isTold = error instanceof StartError || error instanceof ConfigError;
  // Of the system: no space, no permission.
  const isSystem = error instanceof Error && 'syscall' in error;
  if (isTold || isSystem || !(error instanceof Error)) return errorText(error);
  return error.stack ?? error.message;
}

export function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version }: { version?: unknown } = JSON.parse(text);
  return String(version);
}
