import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Config } from '../config.ts';
import type { Clock } from '../kit/clock.ts';
import { makePrivateFolder } from '../kit/folder.ts';
import { isoTime } from '../kit/isoTime.ts';
import type { Secret } from '../kit/secret.ts';
import { StartError } from '../kit/startError.ts';
import { presentMasterKey } from '../masterKey.ts';
import { databaseFile } from '../store/place.ts';
import { requireAbsent, writeBackupFile } from './backupFile.ts';
import type { Manifest } from './manifest.ts';
import { requireKnownDatabase } from './postgresDatabase.ts';
import { createPostgresTools } from './postgresTools.ts';
import type { Progress } from './progress.ts';
import { copySqlite } from './sqliteCopy.ts';

export interface BackupDeps {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'masterKey'>;
  readonly version: string;
  readonly clock: Clock;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface BackupRequest {
  readonly out: string;
  readonly withMasterKey: boolean;
}

export interface MadeBackup {
  readonly manifest: Manifest;
  readonly bytes: number;
  readonly hasMasterKey: boolean;
}

/** Fast, and within a tenth of the best: a database is packed to about a fifth. */
const gzipLevel = 3;

/** Writes a backup of the current database; a service may run meanwhile. */
export async function makeBackup(request: BackupRequest, deps: BackupDeps): Promise<MadeBackup> {
  const { out, withMasterKey } = request;
  requireAbsent(out);
  makePrivateFolder(dirname(out));
  const masterKey = withMasterKey ? await requireMasterKey(deps) : undefined;
  const draft = `${out}.database`;
  try {
    const { databaseUrl } = deps.config;
    const manifest = databaseUrl ? await dump(draft, databaseUrl, deps) : await copy(draft, deps);
    await writeBackupFile(out, { manifest, masterKey, payload: packed(draft, manifest, deps) });
    return { manifest, bytes: (await stat(out)).size, hasMasterKey: withMasterKey };
  } finally {
    await rm(draft, { force: true });
    await rm(`${draft}-journal`, { force: true });
  }
}

async function requireMasterKey({ config }: BackupDeps): Promise<Secret> {
  const key = await presentMasterKey(config);
  if (key) return key;
  throw new StartError('There is no master key yet, so nothing is sealed: leave the option out.');
}

async function copy(draft: string, deps: BackupDeps): Promise<Manifest> {
  const { config, clock, version, progress, signal } = deps;
  if (config.dataDir === ':memory:') {
    throw new StartError('A database in memory cannot be backed up: it has no file.');
  }
  const made_at = isoTime(clock.now());
  const from = join(config.dataDir, databaseFile);
  const found = await copySqlite({ from, to: draft, progress, signal });
  return { kind: 'sqlite', made_at, version, ...found, migrations: [...found.migrations] };
}

async function dump(draft: string, url: Secret, deps: BackupDeps): Promise<Manifest> {
  const { clock, version, progress, signal, env } = deps;
  const databaseUrl = url.reveal();
  const made_at = isoTime(clock.now());
  const { migrations, epoch } = await requireKnownDatabase(databaseUrl);
  progress('copying', undefined);
  const tools = createPostgresTools({ databaseUrl, env, signal });
  await tools.dump(draft);
  progress('checking', undefined);
  const listed = await tools.list(draft);
  if (!listed.some((line) => line.includes(' TABLE DATA '))) {
    throw new StartError('pg_dump wrote no tables: has DATABASE_URL the right database?');
  }
  const { size } = await stat(draft);
  return { kind: 'postgres', made_at, version, migrations: [...migrations], epoch, bytes: size };
}

/** Yields the database as the backup contains it; pg_dump's output is packed already. */
async function* packed(
  path: string,
  { kind, bytes }: Manifest,
  { progress, signal }: BackupDeps,
): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { signal });
  let read = 0;
  file.on('data', (chunk) => {
    read += chunk.length;
    progress('packing', read / bytes);
  });
  // A failure ends the stream that is read, which reports it.
  if (kind === 'postgres') yield* file;
  else yield* pipeline(file, createGzip({ level: gzipLevel }), () => undefined);
}
