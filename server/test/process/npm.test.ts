import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compiledOnce } from '../support/processes/compileCache.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

let folder = '';
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'windlass-npm-'));
});
afterEach(async () => {
  for (const { pid } of children.splice(0)) if (pid !== undefined) killGroup(pid);
  await rm(folder, { recursive: true, force: true });
});

/** Starts npm as the leader of a process group, as a shell does, and waits for the greeting. */
async function startByNpm(args: readonly string[]) {
  const child = spawn('npm', args, {
    cwd: repository,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      WINDLASS_DATA_DIR: join(folder, 'data'),
      PORT: '0',
      WINDLASS_LOG_LEVEL: 'silent',
      ...compiledOnce,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const address = /on (http:\S+)/.exec(line)?.[1];
    if (address && child.pid !== undefined) return { child, pid: child.pid, address };
  }
  throw new Error('no greeting');
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended without a signal, as it should.
  }
}

async function isAnswering(address: string): Promise<boolean> {
  return fetch(`${address}/health`).then(
    () => true,
    () => false,
  );
}

describe.each([[['start']], [['run', 'dev']]])('npm %s', (args) => {
  it.each(['SIGTERM', 'SIGINT'] as const)('ends the service on %s to npm alone', async (signal) => {
    const { child, address } = await startByNpm(args);
    expect(await isAnswering(address)).toBe(true);
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    expect(await isAnswering(address)).toBe(false);
  });

  it('ends the service in order on a Ctrl-C, which reaches it more than once', async () => {
    const { child, pid, address } = await startByNpm(args);
    const ended = once(child, 'exit');
    process.kill(-pid, 'SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(await isAnswering(address)).toBe(false);
  });
});

it('npm installs without a word on the version of the Node.js that it runs on itself', async () => {
  const engines = { node: '>=999.0.0' };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'desk', engines }));
  const install = () =>
    promisify(execFile)('npm', ['install', '--offline'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
    });
  expect((await install()).stderr).toContain('EBADENGINE');
  await copyFile(join(repository, '.npmrc'), join(folder, '.npmrc'));
  expect((await install()).stderr).toBe('');
});
