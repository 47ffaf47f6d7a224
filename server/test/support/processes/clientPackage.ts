import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { buildClient } from '../../../../scripts/clientPackage/build.ts';

const run = promisify(execFile);

/** Builds and packs the client; returns the tarball. */
export async function packClient(folder: string): Promise<string> {
  const built = join(folder, 'built');
  await buildClient(built);
  const { stdout } = await run('npm', ['pack', built, '--silent', '--pack-destination', folder]);
  return join(folder, stdout.trim());
}

/** Installs only the tarball, into an empty folder. */
export async function installAlone(tarball: string, folder: string): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{}');
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--silent'];
  await run('npm', ['install', tarball, ...quietly], { cwd: folder });
}

/** Runs the program until it has printed what is expected; returns all that it printed. */
export async function runUntil(
  program: { readonly path: string; readonly env: Readonly<Record<string, string>> },
  expected: RegExp,
  children: ChildProcess[],
): Promise<string> {
  const child = spawn(process.execPath, [program.path], {
    env: program.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const lines: string[] = [];
  child.stderr.on('data', (chunk) => lines.push(String(chunk)));
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (expected.test(lines.join('\n'))) child.kill('SIGKILL');
  }
  return lines.join('\n');
}
