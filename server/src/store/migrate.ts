import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { errorText } from '../kit/errors.ts';
import { foundation } from './migrations/0001Foundation.ts';
import { vaults } from './migrations/0002Vaults.ts';
import { prices } from './migrations/0003Prices.ts';
import { markets } from './migrations/0004Markets.ts';
import { accounts } from './migrations/0005Accounts.ts';
import { orders } from './migrations/0006Orders.ts';
import { paper } from './migrations/0007Paper.ts';
import { webhooks } from './migrations/0008Webhooks.ts';
import { reconciliation } from './migrations/0009Reconciliation.ts';
import { cancelAfter } from './migrations/0010CancelAfter.ts';
import { perps } from './migrations/0011Perps.ts';
import { routingPlans } from './migrations/0012RoutingPlans.ts';
import { algorithms } from './migrations/0013Algorithms.ts';
import { analytics } from './migrations/0014Analytics.ts';
import { environments } from './migrations/0015Environments.ts';
import { hedgeMode } from './migrations/0016HedgeMode.ts';
import { inverseUnits } from './migrations/0017InverseUnits.ts';
import { orderFills } from './migrations/0018OrderFills.ts';
import { unifiedMode } from './migrations/0019UnifiedMode.ts';
import { markAges } from './migrations/0020MarkAges.ts';
import { owners } from './migrations/0021Owners.ts';
import { vaultNames } from './migrations/0022VaultNames.ts';
import { compatibility } from './migrations/0023Compatibility.ts';
import { sendBefore } from './migrations/0024SendBefore.ts';
import type { Schema } from './schema.ts';
import type { Store } from './types.ts';

/** Returns every migration, in order. */
export function migrationsOf(dialect: Store['dialect']) {
  // The names are stored and run in alphabetical order: never rename one, always append.
  return {
    '0001Foundation': foundation(dialect),
    '0002Vaults': vaults(dialect),
    '0003Prices': prices(dialect),
    '0004Markets': markets(dialect),
    '0005Accounts': accounts(dialect),
    '0006Orders': orders(dialect),
    '0007Paper': paper(dialect),
    '0008Webhooks': webhooks(dialect),
    '0009Reconciliation': reconciliation(dialect),
    '0010CancelAfter': cancelAfter(dialect),
    '0011Perps': perps(dialect),
    '0012RoutingPlans': routingPlans(dialect),
    '0013Algorithms': algorithms(dialect),
    '0014Analytics': analytics(dialect),
    '0015Environments': environments(dialect),
    '0016HedgeMode': hedgeMode(dialect),
    '0017InverseUnits': inverseUnits(),
    '0018OrderFills': orderFills(),
    '0019UnifiedMode': unifiedMode(dialect),
    '0020MarkAges': markAges(dialect),
    '0021Owners': owners(dialect),
    '0022VaultNames': vaultNames(),
    '0023Compatibility': compatibility(dialect),
    '0024SendBefore': sendBefore(dialect),
  };
}

/**
 * Oldest migration that a version must know to run on the tables after all migrations.
 *
 * Migrations only add, so the previous version still runs on newer tables while machines are
 * upgraded one after the other; a migration that removes something comes one version later and
 * raises this.
 */
export const oldestStep = '0023Compatibility';

/** Brings the tables up to date; does nothing when they are. Never undoes a migration. */
export async function migrate(db: Kysely<Schema>, dialect: Store['dialect']): Promise<void> {
  const migrations = migrationsOf(dialect);
  const known = Object.keys(migrations);
  if (await isUpToDate(db, known)) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const later = await laterSteps(db, known);
  if (later !== undefined) return requireCompatible(later, known);
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    const where = failed === undefined ? '' : ` (step ${failed})`;
    throw new Error(`The database cannot be brought up to date${where}: ${errorText(error)}`, {
      cause: error,
    });
  }
  if ((await toldOldest(db)) === oldestStep) return;
  await db
    .insertInto('schema_compatibility')
    .values({ id: 1, oldest_step: oldestStep })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ oldest_step: oldestStep }))
    .execute();
}

/**
 * Returns the migration that a version must know according to the tables; undefined where they do
 * not say.
 */
async function toldOldest(db: Kysely<Schema>): Promise<string | undefined> {
  const row = await db
    .selectFrom('schema_compatibility')
    .select('oldest_step')
    .where('id', '=', 1)
    .executeTakeFirst();
  return row?.oldest_step;
}

/**
 * Returns true when nothing is to be done: a takeover must not wait for the database's catalogue.
 */
async function isUpToDate(db: Kysely<Schema>, known: readonly string[]): Promise<boolean> {
  try {
    if ((await toldOldest(db)) !== oldestStep) return false;
    const { rows } = await sql<{ name: string }>`
      select name from kysely_migration order by name`.execute(db);
    return rows.length === known.length && rows.every(({ name }, at) => name === known[at]);
  } catch {
    // A new database has no such tables; every other failure occurs again at once.
    return false;
  }
}

interface LaterSteps {
  /** The first migration that this version does not know. */
  readonly first: string;
  /** The migration that a version must know at least; undefined where the tables do not say. */
  readonly oldest: string | undefined;
}

/** Returns the newer version's migrations that the database has; undefined where there are none. */
async function laterSteps(
  db: Kysely<Schema>,
  known: readonly string[],
): Promise<LaterSteps | undefined> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const has = (name: string) => tables.some((table) => table.name === name);
  if (!has('kysely_migration')) return undefined;
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  const first = rows.map(({ name }) => name).find((name) => !known.includes(name));
  if (first === undefined) return undefined;
  if (!has('schema_compatibility')) return { first, oldest: undefined };
  return { first, oldest: await toldOldest(db) };
}

/** Throws unless the tables of a newer version allow this one to run. */
function requireCompatible({ first, oldest }: LaterSteps, known: readonly string[]): void {
  if (oldest !== undefined && known.includes(oldest)) return;
  const needs = oldest === undefined ? '' : `, which needs a version with step ${oldest}`;
  throw new Error(
    `The database was brought up to date by a newer Windlass (step ${first})${needs}: run that ` +
      'version, or restore a backup of this one.',
  );
}

/** Migrations that a database of this version has. */
export const migrationNames: readonly string[] = Object.keys(migrationsOf('sqlite'));
