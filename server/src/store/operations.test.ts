import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { databasePerTest, eachDatabase } from '../../test/support/databases/databases.ts';
import {
  createDraw,
  type Draw,
  drawnAccounts,
  operationDraws,
} from '../../test/support/databases/operationDraws.ts';
import { addAccounts } from '../../test/support/orders/fixture.ts';
import { isBadReference, isTaken } from '../kit/keyViolations.ts';
import { createSeededRandom } from '../kit/random.ts';
import { type HotWriter, namesEpoch, type OperationName } from './operations.ts';
import { StaleEpochError, type Store } from './types.ts';

// What every write operation owes its callers, on both databases. An operation that is added is
// in these tests as soon as it compiles, because `operationDraws` has to have arguments for it.

const operationNames = Object.keys(operationDraws) as [OperationName, ...OperationName[]];
const owned = operationNames.filter((name) => namesEpoch[name]);

/** Enough that each operation finds rows of earlier calls, and is refused for each reason. */
const callsPerSeed = 300;

/** Every table that an operation writes. */
const tables = [
  'api_keys',
  'audit_log',
  'settings',
  'engine_state',
  'meta_orders',
  'daily_usage',
  'order_fills',
  'paper_engines',
  'paper_orders',
  'paper_fills',
  'paper_ledger',
  'reconciliation_states',
  'reconciliation_differences',
  'routing_plans',
  'algorithm_orders',
  'algorithm_accounts',
  'algorithm_children',
  'algorithm_events',
] as const;

/**
 * Returns all rows as text, without the order in which a database gives them. PostgreSQL uses up
 * the numbers of audit lines that were undone, SQLite does not.
 */
async function dump({ db }: Store): Promise<Readonly<Record<string, readonly string[]>>> {
  const rowsOf = async (table: string) => {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db);
    const isTold = (column: string) => column !== 'id' || table !== 'audit_log';
    const columns = (row: object) => Object.entries(row).filter(([column]) => isTold(column));
    return rows.map((row) => JSON.stringify(columns(row).sort())).sort();
  };
  const entries = tables.map(async (table) => [table, await rowsOf(table)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

interface DrawnCall {
  readonly name: OperationName;
  readonly args: readonly unknown[];
}

function drawCall(draw: Draw, name: OperationName, epoch: number): DrawnCall {
  return { name, args: operationDraws[name](draw, epoch) };
}

function call(write: HotWriter, { name, args }: DrawnCall): Promise<unknown> {
  return Reflect.apply(write[name], write, [...args]);
}

/** Returns the answer, or how it failed in words that both databases share. */
async function answerOf(write: HotWriter, drawn: DrawnCall): Promise<object | string> {
  try {
    return { answer: await call(write, drawn) };
  } catch (error) {
    if (error instanceof StaleEpochError) return error.message;
    if (isTaken(error)) return 'taken';
    if (isBadReference(error)) return 'bad reference';
    throw error;
  }
}

async function openOwned(open: () => Promise<Store>) {
  const store = await open();
  await addAccounts(store, ...drawnAccounts);
  const ownership = await store.own();
  return { store, ownership };
}

eachDatabase('the write operations', (database) => {
  it.each(owned)(
    'refuse %s from an owner that was replaced, and from one of no epoch',
    async (name) => {
      const { store, ownership } = await openOwned(database.open);
      await ownership.release();
      const { epoch } = await store.own();
      const draw = createDraw(createSeededRandom(name));
      const before = await dump(store);
      for (const stale of [ownership.epoch, epoch + 1]) {
        const late = call(store.write, drawCall(draw, name, stale));
        await expect(late).rejects.toMatchObject({ held: stale, current: epoch });
        await expect(late).rejects.toBeInstanceOf(StaleEpochError);
      }
      expect(await dump(store)).toEqual(before);
    },
  );
});

describe('the write operations of both databases', () => {
  const sqlite = databasePerTest('sqlite');
  const postgres = databasePerTest('postgres');

  it.each(['one', 'two', 'three'])(
    'answer and store the same, drawn from seed %s',
    async (seed) => {
      const one = await openOwned(sqlite.open);
      const other = await openOwned(postgres.open);
      const { epoch } = one.ownership;
      expect(other.ownership.epoch).toBe(epoch);
      const draw = createDraw(createSeededRandom(seed));
      const written = new Set<OperationName>();
      for (let i = 0; i < callsPerSeed; i += 1) {
        const name = draw.one(...operationNames);
        const drawn = drawCall(draw, name, draw.one(epoch, epoch, epoch, epoch, epoch + 1));
        const answer = await answerOf(one.store.write, drawn);
        const same = await answerOf(other.store.write, drawn);
        expect([i, drawn, same]).toEqual([i, drawn, answer]);
        if (typeof answer === 'object') written.add(name);
      }
      expect([...written].sort()).toEqual([...operationNames].sort());
      expect(await dump(other.store)).toEqual(await dump(one.store));
    },
  );
});
