import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';

type Db = Kysely<Schema>;

/**
 * Lists by name go by the folded one, so that `alpha` stands before `Zeta`. The indexes of the name
 * as it was written stay for earlier versions.
 */
export function vaultNames(): Migration {
  return {
    async up(db: Db) {
      const filtered = ['id', 'creation_ledger', 'trade_permission'] as const;
      await db.schema
        .createIndex('vaults_name_folded')
        .on('vaults')
        .columns(['name_folded', ...filtered])
        .execute();
      await db.schema
        .createIndex('vaults_owner_name_folded')
        .on('vaults')
        .columns(['owner', 'name_folded', ...filtered])
        .execute();
    },
  };
}
