import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { databasePerTest, newDatabase } from '../../test/support/databases/databases.ts';
import { createManualClock } from '../../test/support/manualClock.ts';
import { silentLogger } from '../../test/support/silentLogger.ts';
import { createSeededRandom } from '../kit/random.ts';
import { Secret } from '../kit/secret.ts';
import { openPostgres } from '../store/postgres/open.ts';
import { makeBackup } from './makeBackup.ts';
import { createPostgresTools } from './postgresTools.ts';
import { restoreBackup } from './restoreBackup.ts';

const signal = new AbortController().signal;

describe('PostgreSQL’s own programs', () => {
  const folder = databasePerTest('sqlite');

  it('are told the password by the environment, never by an argument', async () => {
    const { dataDir } = folder.place();
    const told = join(dataDir, 'told');
    writeFileSync(
      join(dataDir, 'pg_dump'),
      `#!/bin/sh\nprintf '%s\\n' "$PGPASSWORD" "$@" > ${told}\n`,
    );
    chmodSync(join(dataDir, 'pg_dump'), 0o755);
    const databaseUrl = 'postgres://me:hu%20sh@db.example:5433/mine?sslmode=require';
    const env = { PATH: `${dataDir}:${process.env.PATH}` };
    await createPostgresTools({ databaseUrl, env, signal }).dump('/tmp/out');
    const [password, ...args] = readFileSync(told, 'utf8').trimEnd().split('\n');
    expect(password).toBe('hu sh');
    expect(args.join(' ')).not.toContain('hu');
    expect(args).toContain('--dbname=postgres://me@db.example:5433/mine?sslmode=require');
  });

  it('are named where they are missing, and their own words told where they fail', async () => {
    const { dataDir } = folder.place();
    const tools = createPostgresTools({
      databaseUrl: 'postgres://127.0.0.1/x',
      env: { PATH: dataDir },
      signal,
    });
    await expect(tools.dump('/tmp/out')).rejects.toThrow(/^pg_dump is not on the PATH: install/);
    writeFileSync(join(dataDir, 'pg_restore'), '#!/bin/sh\necho "no such dump" >&2\nexit 3\n');
    chmodSync(join(dataDir, 'pg_restore'), 0o755);
    await expect(tools.list('/tmp/in')).rejects.toThrow('pg_restore failed: no such dump');
  });
});

/** Installed on the machine, not by a package. */
const program = 'pg_dump';

/** Returns the version of the client programs; 0 without any. */
function clientVersion(): number {
  try {
    const text = execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    return Number(/(\d+)\.\d+/.exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

describe('a backup of PostgreSQL', () => {
  const database = databasePerTest('postgres');
  const clock = createManualClock();
  const usual = {
    clock,
    random: createSeededRandom('backup'),
    logger: silentLogger,
    signal,
    progress: () => undefined,
    env: process.env,
    version: '0.1.0',
  };
  const noKeys = { masterKey: undefined, formerMasterKey: undefined };
  const configOf = (url: string) => {
    const { dataDir } = database.place();
    return { ...noKeys, dataDir, databaseUrl: new Secret(url) };
  };

  it('restores into an empty database, held still, and into no other', async ({ skip }) => {
    const store = await database.open();
    const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(
      store.db,
    );
    const serverVersion = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    // Older programs refuse a newer server; CI runs this on Debian's own.
    skip(clientVersion() < serverVersion, `pg_dump is older than PostgreSQL ${serverVersion}`);
    const { epoch } = await store.own();
    await store.write.settleSetting('mine', 'kept');
    const { dataDir, databaseUrl = '' } = database.place();
    const out = join(dataDir, 'one.backup');
    await makeBackup({ out, withMasterKey: false }, { ...usual, config: configOf(databaseUrl) });
    const restore = (url: string) =>
      restoreBackup({ file: out, force: true }, { ...usual, config: configOf(url) });
    await expect(restore(databaseUrl)).rejects.toThrow('make an empty one (createdb)');
    const empty = await newDatabase();
    await restore(empty);
    const restored = await openPostgres({ databaseUrl: empty, logger: silentLogger });
    expect(await restored.write.settleSetting('mine', 'new')).toBe('kept');
    const lines = await restored.db.selectFrom('audit_log').select('action').execute();
    expect(lines.map(({ action }) => action)).toEqual(['database.restored']);
    expect((await restored.own()).epoch).toBeGreaterThan(epoch + 1);
    await restored.close();
  });

  it('that broke off before it was held still is owned by nobody', async () => {
    const store = await database.open();
    await store.db.deleteFrom('engine').execute();
    await expect(store.own()).rejects.toThrow('is half restored: restore it into a new one.');
  });
});
