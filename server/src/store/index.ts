import type { Logger } from '../kit/logger.ts';
import type { Store } from './types.ts';

interface StoreOptions {
  /** Folder of the embedded database, made when missing; `:memory:` keeps everything in memory. */
  readonly dataDir: string;
  /** `postgres://…`; replaces the embedded database. */
  readonly databaseUrl?: string | undefined;
  readonly logger: Logger;
}

/** Opens the database and brings its tables up to date. Loads only the driver it needs. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, databaseUrl, logger } = options;
  if (databaseUrl === undefined) return (await import('./sqlite.ts')).openSqlite({ dataDir });
  return (await import('./postgres.ts')).openPostgres({ databaseUrl, logger });
}
