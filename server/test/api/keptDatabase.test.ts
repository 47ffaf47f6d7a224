import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { algorithmEndpoints } from '@windlass/contract';
import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/types.ts';
import { newDatabase } from '../support/databases/databases.ts';
import { askForEverything, isGoing, type KeptAnswers } from '../support/databases/kept/answers.ts';
import {
  type KeptDatabase,
  type KeptRow,
  openKeptPostgres,
  openKeptSqlite,
  rowsOf,
} from '../support/databases/kept/database.ts';
import {
  type KeptService,
  type KeptWorld,
  keptVenues,
  openKeptService,
  openKeptWorld,
} from '../support/databases/kept/service.ts';

// A database of version 0.1.0 with everything in it, as a crash left it. Every later version opens
// it, knows everything in it, and continues what ran. Its README describes the content.

const kept = (name: string) => new URL(`../fixtures/0.1.0/${name}`, import.meta.url);

interface Recorded {
  /** Start time of the service that gave these answers. */
  readonly startMs: number;
  readonly answers: KeptAnswers;
}

const recorded = (name: string): Recorded =>
  JSON.parse(gunzipSync(readFileSync(kept(name))).toString('utf8'));

/** Long enough for a slice of the TWAP and for every look-up of an order in flight. */
const runMs = 75_000;
/** PostgreSQL answers over a socket, which takes a while on a shared machine. */
const patientMs = 120_000;
const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const databases = [
  {
    name: 'SQLite',
    answers: 'sqlite.json.gz',
    open: async () => openKeptSqlite(kept('windlass.db.gz')),
  },
  {
    name: 'PostgreSQL',
    answers: 'postgres.json.gz',
    open: async () => openKeptPostgres(kept('windlass.sql.gz'), await newDatabase()),
  },
] as const;

describe.each(databases)('a database of 0.1.0 on $name', ({ answers, open }) => {
  const openDatabase = async (): Promise<KeptDatabase> => {
    const database = await open();
    opened.push(database.close);
    return database;
  };

  it('is brought up to date without a row lost or changed', async () => {
    const database = await openDatabase();
    const store = await database.open();
    opened.push(() => store.close());
    await store.migrate();
    expect(database.before.get('meta_orders')?.length).toBeGreaterThan(100);
    for (const [table, before] of database.before) {
      const now = sorted(await rowsOf(store, table));
      const expected = sorted(before).map((row) => withoutCorrected(table, row));
      expect([table, now]).toMatchObject([table, expected]);
    }
    const [order] = (await rowsOf(store, 'meta_orders')).filter(
      ({ client_order_id: name }) => name === 'inverse-market',
    );
    // Three contracts of USD 100 each.
    expect(Number(order?.quantity_filled) * Number(order?.avg_fill_price)).toBeCloseTo(300, 6);
  });

  it('is answered as 0.1.0 answered it', async () => {
    const { startMs, answers: before } = recorded(answers);
    const database = await openDatabase();
    const { service } = await start(database, startMs);
    const now = await askForEverything(service, database.before);
    expect(now[inverseFills]).not.toEqual(before[inverseFills]);
    expect(Object.keys(now)).toEqual(Object.keys(before));
    for (const [url, data] of Object.entries(before)) {
      if (correctedAnswers.has(url)) continue;
      expect([url, exact(now[url])]).toMatchObject([url, exact(data)]);
    }
  });

  it(
    'goes on with what ran, settles what was in flight, sends nothing twice and resumes what paused',
    async () => {
      const database = await openDatabase();
      const { service, store, world } = await start(database, recorded(answers).startMs);
      await service.pass(runMs);
      await expectGoingOn(database, store);
      await expectSettled(database, store);
      await expectNothingSentTwice(database, store, world);
      const url = algorithmEndpoints.resumeAlgorithm.path.replace(':order_id', 'timepace-paused');
      await service.data('POST', url);
      await service.pass(40_000);
      const counts = await childrenOf(store);
      expect(counts.get('timepace-paused')).toBeGreaterThan(1);
    },
    patientMs,
  );
});

const inverse = 'BTC/USD:BTC';
const inverseAccount = 'live-binance';
const inverseFills =
  `/portfolio-management/exchange-account/perps/fills?exchange_account_id=${inverseAccount}` as const;

/** Answers in which an inverse contract was counted in the wrong unit. */
const correctedAnswers: ReadonlySet<string> = new Set([
  inverseFills,
  `/order-execution/execution/daily-limit?exchange_account_id=${inverseAccount}`,
]);

/** Means, which 0.1.0 divided as floats, and the values that depend on them. */
const means: ReadonlySet<string> = new Set([
  'average_price',
  'vwap',
  'actual_vwap',
  'avg_fill_price',
  'price_range_pct',
  'slippage_bps',
  'twap_slippage_bps',
  'cost_bps',
  'actual_cost_bps',
]);

/** Rounds the means in answers to nine decimals, which floats have right. */
function exact(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (name, value: unknown) => {
      if (typeof value !== 'number') return value;
      // 0.1.0 rounded a share of the daily limit to two decimals.
      if (name === 'pct_used') return Number(value.toFixed(2));
      return means.has(name) ? Number(value.toFixed(9)) : value;
    }),
  );
}

/** Columns in which 0.1.0 stored contracts of an inverse market as coins: `0017InverseUnits`. */
const correctedColumns: Readonly<Record<string, readonly string[]>> = {
  meta_orders: ['quantity', 'quantity_filled', 'cost', 'reserved_micro', 'settled_micro', 'reason'],
  order_fills: ['quantity'],
  daily_usage: ['used_micro_usd'],
};

/**
 * Returns the row without the values that a migration corrects on purpose; the migration's own test
 * covers these.
 */
function withoutCorrected(table: string, row: KeptRow): KeptRow {
  const isInverse = row.symbol === inverse || (table === 'daily_usage' && isInverseDay(row));
  const dropped = isInverse ? (correctedColumns[table] ?? []) : [];
  return Object.fromEntries(Object.entries(row).filter(([column]) => !dropped.includes(column)));
}

const isInverseDay = ({ account_id }: KeptRow) => account_id === inverseAccount;

async function start(database: KeptDatabase, startMs: number) {
  const world: KeptWorld = await openKeptWorld(startMs);
  opened.push(world.stop);
  const stores: Store[] = [];
  const service: KeptService = await openKeptService({
    world,
    feed: 'simulated',
    catchUp: database.catchUp,
    async openStore() {
      const store = await database.open();
      stores.push(store);
      return store;
    },
  });
  opened.push(service.stop);
  const [store] = stores;
  if (!store) throw new Error('The service opened no database.');
  return { world, service, store };
}

const sorted = (rows: readonly KeptRow[]) =>
  rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));

/** The first columns of every table identify its rows. */
const keyOf = (row: KeptRow) => JSON.stringify(Object.values(row).slice(0, 4));

const rowsBefore = (database: KeptDatabase, table: string) => database.before.get(table) ?? [];

/** Counts children by the algorithm's own name. */
async function childrenOf(store: Store): Promise<ReadonlyMap<unknown, number>> {
  return countChildren(
    await rowsOf(store, 'algorithm_orders'),
    await rowsOf(store, 'algorithm_children'),
  );
}

function countChildren(parents: readonly KeptRow[], children: readonly KeptRow[]) {
  const names = new Map(parents.map(({ id, client_id }) => [id, client_id]));
  const counts = new Map<unknown, number>();
  for (const { parent_id } of children) {
    const name = names.get(parent_id);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Schedules that make a child within the run. */
const scheduled = ['twap-running', 'timepace-running', 'sweep-running'];

async function expectGoingOn(database: KeptDatabase, store: Store): Promise<void> {
  const parents = rowsBefore(database, 'algorithm_orders');
  const before = countChildren(parents, rowsBefore(database, 'algorithm_children'));
  const after = await childrenOf(store);
  const now = new Map((await rowsOf(store, 'algorithm_orders')).map((row) => [row.id, row]));
  for (const parent of parents) {
    const { id, client_id: name, status } = parent;
    const told = [name, now.get(id)?.status];
    if (!isGoing(parent)) {
      expect([...told, after.get(name)]).toEqual([name, status, before.get(name)]);
    } else if (status === 'RUNNING') {
      expect(told).not.toContain('FAILED');
      expect(told).not.toContain('PAUSED');
    } else {
      expect(told).toEqual([name, 'CANCELLED']);
    }
  }
  for (const name of scheduled) {
    expect([name, after.get(name)]).toEqual([name, expect.toSatisfy(above(before.get(name)))]);
  }
}

const above =
  (least = 0) =>
  (count: number) =>
    count > least;

const inFlight = (status: unknown) => status === 'pending' || status === 'unknown';
const isOver = (status: unknown) => !inFlight(status) && status !== 'open';

/** Checks that ended orders stayed as they were, and that orders in flight have been looked up. */
async function expectSettled(database: KeptDatabase, store: Store): Promise<void> {
  const now = new Map((await rowsOf(store, 'meta_orders')).map((row) => [row.id, row]));
  for (const row of rowsBefore(database, 'meta_orders')) {
    if (isOver(row.order_status)) {
      expect(now.get(row.id)).toMatchObject(withoutCorrected('meta_orders', row));
    }
    if (!inFlight(row.order_status)) continue;
    const { account_id, client_order_id, order_status } = now.get(row.id) ?? {};
    // The exchanges of the test were never asked about any of them.
    expect([account_id, client_order_id, order_status]).toEqual([
      row.account_id,
      row.client_order_id,
      'rejected',
    ]);
  }
  const [plan] = (await rowsOf(store, 'routing_plans')).filter(
    ({ client_plan_id: name }) => name === 'plan-executing',
  );
  expect(plan?.status).toBe('failed');
}

/** Checks that no live order leaves: no algorithm runs there. Each paper order is ours, once. */
async function expectNothingSentTwice(
  database: KeptDatabase,
  store: Store,
  { simulator }: KeptWorld,
): Promise<void> {
  expect(keptVenues.map((venue) => [venue, simulator.accepted(venue)])).toEqual(
    keptVenues.map((venue) => [venue, 0]),
  );
  const ours = new Set((await rowsOf(store, 'meta_orders')).map((row) => row.venue_client_id));
  const sent = (await rowsOf(store, 'paper_orders')).map(({ client_id: id }) => id);
  expect(sent.filter((id) => !ours.has(id))).toEqual([]);
  expect(new Set(sent).size).toBe(sent.length);
  const names = (await rowsOf(store, 'meta_orders')).map(
    ({ account_id, client_order_id }) => `${account_id} ${client_order_id}`,
  );
  expect(new Set(names).size).toBe(names.length);
  const days = await rowsOf(store, 'daily_usage');
  const going = new Set(
    rowsBefore(database, 'algorithm_accounts').map(({ account_id }) => account_id),
  );
  for (const { account_id, day, order_count } of rowsBefore(database, 'daily_usage')) {
    if (going.has(account_id)) continue;
    expect(days).toContainEqual(expect.objectContaining({ account_id, day, order_count }));
  }
}
