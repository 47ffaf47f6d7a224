import type { Clock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import type { Store } from './types.ts';

interface StoreOptions {
  /**
   * Folder of the embedded database, created when missing; `:memory:` keeps everything in memory.
   */
  readonly dataDir: string;
  /** `postgres://…`; replaces the embedded database. */
  readonly databaseUrl?: string | undefined;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** Opens the database with the driver it needs; whoever owns the engine keeps its tables. */
export async function openStore({ databaseUrl, ...options }: StoreOptions): Promise<Store> {
  if (databaseUrl === undefined) return (await import('./sqlite/open.ts')).openSqlite(options);
  return (await import('./postgres/open.ts')).openPostgres({ ...options, databaseUrl });
}
