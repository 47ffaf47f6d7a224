import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { assert } from '../kit/assert.ts';
import type { OpenedBackup } from './backupFile.ts';
import { requireEmptyDatabase } from './postgresDatabase.ts';
import type { PostgresTools } from './postgresTools.ts';
import type { Progress } from './progress.ts';

interface Restoring {
  readonly backup: OpenedBackup;
  readonly databaseUrl: string;
  readonly tools: PostgresTools;
  readonly progress: Progress;
}

/** The line of pg_restore's list for the rows of the engine's owner. */
const ownerRows = /^\d+; .* TABLE DATA \S+ engine /;

/**
 * Reads a dump into an empty database, without the row of the engine's owner. Without that row no
 * service starts there, so that a restore that fails before the accounts are halted sends nothing.
 */
export async function restorePostgres(restoring: Restoring): Promise<void> {
  const { backup, databaseUrl, tools, progress } = restoring;
  await requireEmptyDatabase(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'windlass-restore-'));
  try {
    const dump = join(folder, 'dump');
    progress('unpacking', undefined);
    await pipeline(backup.payload(), createWriteStream(dump, { mode: 0o600 }));
    const list = join(folder, 'list');
    const lines = await tools.list(dump);
    const others = lines.filter((line) => !ownerRows.test(line));
    assert(others.length + 1 === lines.length, 'a dump lists the rows of the engine once');
    await writeFile(list, `${others.join('\n')}\n`);
    progress('restoring', undefined);
    await tools.restore(dump, list);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
