/**
 * `npm run fixture -- --out <folder> [--postgres <url of an empty database>]` makes a database with
 * everything in it that the service can store, and records the service's answers. It made
 * `server/test/fixtures/0.1.0` at version 0.1.0. It is kept to show how that was made, and need not
 * run at later versions: its output is never made again.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { openStore } from '../server/src/store/index.ts';
import { openSqliteHere } from '../server/src/store/sqlite/here.ts';
import { openSqliteOn } from '../server/src/store/sqlite/open.ts';
import type { Store } from '../server/src/store/types.ts';
import { askForEverything } from '../server/test/support/databases/kept/answers.ts';
import {
  copySqlite,
  openKeptPostgres,
  openKeptSqlite,
} from '../server/test/support/databases/kept/database.ts';
import { openKeptService, openKeptWorld } from '../server/test/support/databases/kept/service.ts';
import { silentLogger } from '../server/test/support/silentLogger.ts';
import { makeScene } from './fixture/scene.ts';

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'fixture' }, postgres: { type: 'string' } },
});
const { out, postgres: databaseUrl } = values;
const gzipLevel = 9;
/** More than the size of the dump. */
const dumpBytesMax = 100_000_000;
/** Milliseconds between the copy and the start whose answers are recorded. */
const downMs = 5_000;

mkdirSync(out, { recursive: true });
const { atMs, packed } =
  databaseUrl === undefined ? await onSqlite() : await onPostgres(databaseUrl);
await record(packed, atMs + downMs);
// The copied service still waits for answers that never come.
process.exit(0);

async function onSqlite() {
  const place = join(out, 'working.db');
  // Runs on this thread, so that the order of events depends on nothing but the clock.
  const open = () => openSqliteOn(openSqliteHere(place), ':memory:');
  const { atMs } = await makeScene(open, (store) => copySqlite(store, join(out, 'windlass.db')));
  execFileSync('gzip', [`-${gzipLevel}n`, join(out, 'windlass.db')]);
  return { atMs, packed: join(out, 'windlass.db.gz') };
}

async function onPostgres(url: string) {
  const packed = join(out, 'windlass.sql.gz');
  const open = (): Promise<Store> =>
    openStore({ dataDir: '', databaseUrl: url, logger: silentLogger });
  const { atMs } = await makeScene(open, async () => {
    const how = ['--inserts', '--no-owner', '--no-privileges', url];
    const dump = execFileSync('pg_dump', how, { maxBuffer: dumpBytesMax, encoding: 'utf8' });
    // These lines are for psql only; whoever restores the dump has a connection but no psql.
    const statements = dump.split('\n').filter((line) => !/^\\(un)?restrict /.test(line));
    writeFileSync(packed, gzipSync(statements.join('\n'), { level: gzipLevel }));
  });
  return { atMs, packed };
}

async function record(packed: string, startMs: number): Promise<void> {
  const file = pathToFileURL(packed);
  const kept =
    databaseUrl === undefined
      ? openKeptSqlite(file)
      : await openKeptPostgres(file, `${databaseUrl}_copy`);
  const world = await openKeptWorld(startMs);
  const service = await openKeptService({
    world,
    openStore: kept.open,
    feed: 'simulated',
    catchUp: kept.catchUp,
  });
  const answers = await askForEverything(service, kept.before);
  const name = databaseUrl === undefined ? 'sqlite' : 'postgres';
  const text = JSON.stringify({ startMs, answers });
  writeFileSync(join(out, `${name}.json.gz`), gzipSync(text, { level: gzipLevel }));
}
