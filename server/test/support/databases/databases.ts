import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, inject } from 'vitest';
import { openStore } from '../../../src/store/index.ts';
import { databaseFile } from '../../../src/store/place.ts';
import type { Schema } from '../../../src/store/schema.ts';
import { openSqliteHere } from '../../../src/store/sqlite/here.ts';
import { openSqliteOn } from '../../../src/store/sqlite/open.ts';
import type { Store } from '../../../src/store/types.ts';
import { silentLogger } from '../silentLogger.ts';
import { migratedFile } from './memoryStore.ts';
import { readyPath } from './paths.ts';

/** Location of a test's database, as `openStore` expects it. */
export interface DatabasePlace {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

/** A separate database without rows for each test; what was opened is closed after it. */
export interface TestDatabase {
  readonly dialect: Store['dialect'];
  /** Opens the current test's database; each call opens it again. */
  open(): Promise<Store>;
  /** Returns the location for another process that opens the same database. */
  place(): DatabasePlace;
}

/** Runs the same tests on every database that the product supports. */
export function eachDatabase(name: string, body: (database: TestDatabase) => void): void {
  describe(`${name} on SQLite`, () => body(databasePerTest('sqlite')));
  describe(`${name} on PostgreSQL`, () => body(databasePerTest('postgres')));
}

/** For tests of only one database. */
export function databasePerTest(dialect: Store['dialect']): TestDatabase {
  let dataDir = '';
  let current: DatabasePlace = { dataDir };
  let opened: Store[] = [];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'windlass-test-'));
    if (dialect === 'postgres') {
      current = { dataDir, databaseUrl: await askBroker(readyPath) };
      return;
    }
    await writeFile(join(dataDir, databaseFile), migratedFile);
    current = { dataDir };
  });

  afterEach(async () => {
    const closing = opened;
    opened = [];
    try {
      for (const store of closing) await store.close();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  return {
    dialect,
    async open() {
      const store = await (dialect === 'sqlite' && !inject('databaseThread')
        ? openSqliteOn(openSqliteHere(join(dataDir, databaseFile)), dataDir)
        : openStore({ ...current, logger: silentLogger }));
      opened.push(store);
      return store;
    },
    place: () => current,
  };
}

/** Returns the URL of an empty PostgreSQL database. */
export function newDatabase(): Promise<string> {
  return askBroker('/');
}

async function askBroker(path: string): Promise<string> {
  const response = await fetch(new URL(path, inject('databaseBroker')));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** Returns the sessions of this PostgreSQL database that wait for a lock. */
export async function blockedSessions(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
  return rows.length;
}

/** Asks the server until this many wait for a lock: a bounded number of round trips, no sleep. */
export async function waitUntilBlocked(db: Kysely<Schema>, sessions = 1): Promise<void> {
  for (let i = 0; i < 2_000; i += 1) if ((await blockedSessions(db)) >= sessions) return;
  throw new Error(`Too few sessions came to wait for a lock (expected ${sessions}).`);
}
