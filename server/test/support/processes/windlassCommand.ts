import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { compiledOnce } from './compileCache.ts';

const entry = fileURLToPath(new URL('../../../../cli/bin/windlass.mjs', import.meta.url));

interface CommandEnd {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real command in its own process, with only these settings. */
export function windlass(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandEnd> {
  const options = { env: { PATH: process.env.PATH, ...compiledOnce, ...env } };
  return new Promise((done) => {
    execFile(process.execPath, [entry, ...args], options, (failure, stdout, stderr) => {
      done({ code: failure?.code ?? 0, stdout, stderr });
    });
  });
}
