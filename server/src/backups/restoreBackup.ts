import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Clock } from '../kit/clock.ts';
import { makePrivateFolder } from '../kit/folder.ts';
import { isoTime } from '../kit/isoTime.ts';
import type { Logger } from '../kit/logger.ts';
import type { Random } from '../kit/random.ts';
import { StartError, startStep } from '../kit/startError.ts';
import { migrationNames } from '../store/migrate.ts';
import { databaseFile } from '../store/place.ts';
import { openPostgres } from '../store/postgres/open.ts';
import { lockEngine } from '../store/sqlite/ownership.ts';
import { type OpenedBackup, openBackupFile } from './backupFile.ts';
import { type HaltCounts, haltRestored, sealingKeys } from './haltRestored.ts';
import { type Manifest, requireKnownTables } from './manifest.ts';
import { type RestoredKeys, settleKeys } from './masterKeys.ts';
import { createPostgresTools } from './postgresTools.ts';
import type { Progress } from './progress.ts';
import { restorePostgres } from './restorePostgres.ts';
import { placeSqlite, removeDraft, unpackSqlite, withDraft } from './restoreSqlite.ts';

export interface RestoreDeps {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'masterKey' | 'formerMasterKey'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface RestoreRequest {
  readonly file: string;
  readonly force: boolean;
}

export interface RestoredBackup extends HaltCounts {
  readonly manifest: Manifest;
  /** New place of the database that was there before. */
  readonly movedAside: string | undefined;
  /** Ids of master keys that are needed to read stored credentials but are missing. */
  readonly missingKeys: readonly string[];
}

interface Prepared extends RestoreDeps {
  readonly backup: OpenedBackup;
  readonly keys: RestoredKeys;
  readonly isForced: boolean;
  readonly asideSuffix: string;
}

/** Restores a backup, with all trading in it halted. */
export async function restoreBackup(
  { file, force }: RestoreRequest,
  deps: RestoreDeps,
): Promise<RestoredBackup> {
  const { config, clock, random, progress } = deps;
  const backup = await openBackupFile(file, (bytes, of) => progress('reading', bytes / of));
  const { kind, migrations } = backup.manifest;
  const isPostgres = config.databaseUrl !== undefined;
  if (isPostgres !== (kind === 'postgres')) throw otherDatabase(kind);
  requireKnownTables('The backup', migrations, migrationNames);
  if (config.dataDir === ':memory:') {
    throw new StartError('There is nothing to restore into: WINDLASS_DATA_DIR is :memory:.');
  }
  makePrivateFolder(config.dataDir);
  const asideSuffix = `before-${isoTime(clock.now()).replaceAll(/[-:.]/g, '')}`;
  const keyDeps = { config, random, brought: backup.masterKey, isForced: force, asideSuffix };
  const keys = await settleKeys(keyDeps);
  const prepared = { ...deps, backup, keys, isForced: force, asideSuffix };
  return isPostgres ? intoPostgres(prepared) : intoFolder(prepared);
}

function otherDatabase(kind: Manifest['kind']): StartError {
  const [from, to] = kind === 'sqlite' ? ['SQLite', 'unset it'] : ['PostgreSQL', 'set it'];
  return new StartError(
    `The backup is of ${from}, and DATABASE_URL says otherwise: ${to}. A backup cannot be moved ` +
      'from one to the other.',
  );
}

/** Nothing existing is touched before the new database is complete, halted and on the disk. */
async function intoFolder(prepared: Prepared): Promise<RestoredBackup> {
  const { config, backup, keys, clock, isForced, asideSuffix } = prepared;
  const { manifest } = backup;
  const { dataDir } = config;
  const lock = await startStep('Nothing is restored', async () => lockEngine(dataDir));
  const draft = join(dataDir, `${databaseFile}.restoring`);
  try {
    if (existsSync(join(dataDir, databaseFile)) && !isForced) {
      throw new StartError(
        `${dataDir} holds a database: --force moves it aside, and never deletes it.`,
      );
    }
    await unpackSqlite({ ...prepared, dataDir });
    const { standing, missingKeys } = await withDraft(draft, async (store) => ({
      standing: await haltRestored(store, manifest, clock),
      missingKeys: keys.missing(await sealingKeys(store.db)),
    }));
    await keys.put();
    const movedAside = await placeSqlite(draft, { dataDir, asideSuffix });
    return { manifest, ...standing, missingKeys, movedAside };
  } finally {
    await removeDraft(draft);
    lock.close();
  }
}

async function intoPostgres(prepared: Prepared): Promise<RestoredBackup> {
  const { config, backup, keys, clock, logger, env, signal } = prepared;
  const databaseUrl = config.databaseUrl?.reveal() ?? '';
  const { manifest } = backup;
  const tools = createPostgresTools({ databaseUrl, env, signal });
  await restorePostgres({ ...prepared, databaseUrl, tools });
  const store = await openPostgres({ databaseUrl, logger });
  try {
    await store.migrate();
    const missingKeys = keys.missing(await sealingKeys(store.db));
    await keys.put();
    // Last: from here on a service may start.
    const standing = await haltRestored(store, manifest, clock);
    return { manifest, ...standing, missingKeys, movedAside: undefined };
  } finally {
    await store.close();
  }
}
