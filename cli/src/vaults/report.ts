import { ApiError } from '@windlass/client';
import { exitCodes, explain } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { printable } from '../text.ts';

/** Longest echo of a refused value: enough for an address, and short enough for a terminal. */
const echoLengthMax = 80;

/** Runs a command and returns its exit code. A refusal of several fields prints a line for each. */
export async function settle(io: CliIo, verb: () => Promise<number>): Promise<number> {
  try {
    return await verb();
  } catch (failure) {
    if (issuesOf(failure).length === 0) throw failure;
    writeFailure(failure, io);
    return exitCodes.failure;
  }
}

/** Writes a failure to stderr: the message, then every refused field. */
export function writeFailure(failure: unknown, io: CliIo): void {
  const issues = issuesOf(failure);
  const headline =
    issues.length > 0 && failure instanceof Error ? printable(failure.message) : explain(failure);
  io.stderr.write(`${[`windlass: ${headline}`, ...issues].join('\n')}\n`);
}

export function writeJson(value: unknown, io: CliIo): void {
  io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

function issuesOf(failure: unknown): string[] {
  if (!(failure instanceof ApiError)) return [];
  const { data } = failure;
  if (typeof data !== 'object' || data === null || !('errors' in data)) return [];
  return Array.isArray(data.errors) ? data.errors.map(toLine) : [];
}

function toLine(issue: { field?: unknown; message?: unknown; value?: unknown }): string {
  const { field, message, value } = issue;
  const received = value === undefined || value === null ? '' : `, received ${echo(value)}`;
  return printable(`  ${String(field)}: ${String(message)}${received}`);
}

function echo(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= echoLengthMax ? text : `${text.slice(0, echoLengthMax)}…`;
}
