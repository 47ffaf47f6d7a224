import pg from 'pg';
import { errorText } from '../kit/errors.ts';
import { StartError } from '../kit/startError.ts';
import { migrationNames } from '../store/migrate.ts';
import { requireKnownTables } from './manifest.ts';

const connectTimeoutMs = 5_000;

/** Reads the tables of the database; throws `StartError` when this version does not know them. */
export async function requireKnownDatabase(databaseUrl: string) {
  const found = await asking(databaseUrl, async (client) => {
    const named = 'select name from kysely_migration order by name';
    const { rows } = await client.query<{ name: string }>(named);
    const epochs = await client.query<{ epoch: string }>('select epoch from engine where id = 1');
    return { migrations: rows.map(({ name }) => name), epoch: Number(epochs.rows[0]?.epoch ?? 0) };
  });
  requireKnownTables('The database', found.migrations, migrationNames);
  return found;
}

/** Refuses a database with tables: they might belong to somebody, and none is ever replaced. */
export async function requireEmptyDatabase(databaseUrl: string): Promise<void> {
  const tables = await asking(databaseUrl, async (client) => {
    const { rows } = await client.query(
      "select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    return rows.length;
  });
  if (tables === 0) return;
  throw new StartError(
    `The database of DATABASE_URL has ${tables} tables: make an empty one (createdb), and ` +
      'restore into that. Nothing is ever replaced, not with --force either.',
  );
}

async function asking<Answer>(
  connectionString: string,
  ask: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectTimeoutMs });
  // The query in progress reports a broken connection.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await ask(client);
  } catch (error) {
    const why = `The database of DATABASE_URL cannot be read: ${errorText(error)}`;
    throw new StartError(why, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}
