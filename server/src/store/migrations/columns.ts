import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../types.ts';

/** Column types that give both databases the same tables. */
export interface Columns {
  /** Compared byte by byte, so that both databases sort alike whatever their locale. */
  readonly text: RawBuilder<unknown>;
  /** 64 bits: times are epoch ms, money in limits is micro-USD. */
  readonly integer: RawBuilder<unknown>;
  /** 64-bit floating point. */
  readonly float: RawBuilder<unknown>;
  /** A number that grows by itself and is never given twice. */
  readonly serial: RawBuilder<unknown>;
  readonly tableEnd: RawBuilder<unknown>;
  /** For tables read by their primary key alone: rows that belong together lie together. */
  readonly clusteredEnd: RawBuilder<unknown>;
}

export const columnsOf: Readonly<Record<Store['dialect'], Columns>> = {
  sqlite: {
    text: sql`text`,
    integer: sql`integer`,
    float: sql`real`,
    serial: sql`integer primary key autoincrement`,
    // Without it SQLite would take any value in any column, where PostgreSQL refuses.
    tableEnd: sql`strict`,
    clusteredEnd: sql`strict, without rowid`,
  },
  postgres: {
    text: sql`text collate "C"`,
    integer: sql`bigint`,
    float: sql`double precision`,
    serial: sql`bigint generated always as identity primary key`,
    tableEnd: sql``,
    clusteredEnd: sql``,
  },
};
