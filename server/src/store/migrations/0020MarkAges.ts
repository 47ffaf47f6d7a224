import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from '../schema.ts';
import type { Store } from '../types.ts';
import { columnsOf } from './columns.ts';

/**
 * The mark of a fill keeps how much older than the fill it is, or why there is none. Fills of
 * earlier versions say neither: their marks may be of before or after them.
 */
export function markAges(dialect: Store['dialect']): Migration {
  const { integer, text } = columnsOf[dialect];
  return {
    async up(db: Kysely<Schema>) {
      await db.schema.alterTable('fill_marks').addColumn('mark_0_age_ms', integer).execute();
      await db.schema.alterTable('fill_marks').addColumn('mark_0_missing', text).execute();
    },
  };
}
