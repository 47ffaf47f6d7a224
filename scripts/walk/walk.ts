import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Block } from './blocks.ts';
import { writeSession } from './session.ts';

export interface Walked {
  readonly code: number | null;
  /** The end of the output, including errors. */
  readonly output: string;
}

/** Maximum number of characters of output that explain a failure. */
const outputMax = 6_000;
/** Folders that belong to the machine of the walk and not to a fresh clone. */
const ownFolders = ['.git', 'data'];

/** Executes a page's commands, in a folder that looks like a fresh clone of the repository. */
export async function walkPage(
  blocks: readonly Block[],
  repository: string,
  print: (text: string) => void = () => undefined,
): Promise<Walked> {
  const folder = await mkdtemp(join(tmpdir(), 'windlass-walk-'));
  try {
    const names = await readdir(repository);
    const linked = names.filter((name) => !ownFolders.includes(name));
    await Promise.all(linked.map((name) => symlink(join(repository, name), join(folder, name))));
    const [servicePort, simulatorPort] = await freePorts();
    const ports = { servicePort, simulatorPort };
    const session = writeSession(blocks, { repository, node: process.execPath, ...ports });
    return await runBash(session, folder, print);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runBash(
  session: string,
  folder: string,
  print: (text: string) => void,
): Promise<Walked> {
  const child = spawn('bash', ['-c', session], {
    cwd: folder,
    env: { ...environment(), HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a group of its own, so that everything it started can be ended.
    detached: true,
  });
  let output = '';
  const hear = (chunk: Buffer) => {
    const text = chunk.toString('utf8');
    print(text);
    output = (output + text).slice(-outputMax);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const [code] = await once(child, 'exit');
  endGroup(child.pid);
  return { code: typeof code === 'number' ? code : null, output };
}

/**
 * Returns the environment without the service's settings, as a reader has settings of their own.
 */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('WINDLASS_'));
  return { ...Object.fromEntries(own), WINDLASS_LOG_LEVEL: 'warn' };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing that it started is left.
  }
}

async function freePorts(): Promise<readonly [number, number]> {
  const servers = [createServer(), createServer()] as const;
  await Promise.all(servers.map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
  const [service, simulator] = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return [service ?? 0, simulator ?? 0];
}
