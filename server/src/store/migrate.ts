import type { Kysely } from 'kysely';
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
import type { Schema } from './schema.ts';
import type { Store } from './types.ts';

/** Every step there is, in order. */
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
  };
}

/** Brings the tables up to date; does nothing when they are. Never takes a step back. */
export async function migrate(db: Kysely<Schema>, dialect: Store['dialect']): Promise<void> {
  const migrations = migrationsOf(dialect);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  const where = failed === undefined ? '' : ` (step ${failed})`;
  throw new Error(`The database cannot be brought up to date${where}: ${errorText(error)}`, {
    cause: error,
  });
}

/** What a database of this version has seen. */
export const migrationNames: readonly string[] = Object.keys(migrationsOf('sqlite'));
