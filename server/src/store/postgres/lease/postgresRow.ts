import pg from 'pg';
import type { Clock } from '../../../kit/clock.ts';
import { withDeadline } from '../../../kit/deadline.ts';
import { toStoreFailure } from '../failures.ts';
import type { LeaseRow, LeaseRowState } from './leaseRow.ts';

/** A renewal that takes longer is given up: the next one comes in time. */
const renewMsMax = 800;
/** Reading and taking wait for a connection too, and a takeover for writes under way. */
const askMsMax = 5_000;
/** Standbys that were seen lately, by the database's own clock. */
const standbySeenMs = 5_000;

/**
 * Made before anybody owns the engine, so it is no migration; adding a table disturbs no version.
 * Renewals have a table of their own, because every write of the owner locks the row of `engine`.
 */
const tablesSql = `
  create table if not exists engine_lease (
    id bigint primary key check (id = 1),
    epoch bigint not null,
    token text not null,
    holder text not null,
    renewals bigint not null,
    is_given_up bigint not null
  );
  create table if not exists engine_standbys (
    token text primary key,
    holder text not null,
    seen_at timestamptz not null
  );
  insert into engine_lease values (1, 0, '', '', 0, 1) on conflict do nothing`;

/**
 * Error codes for a table that another process created at the same moment: this one fails, and
 * finds it then.
 */
const madeMeanwhile = ['23505', '42P07', '42710'];

const readSql = `
  select epoch, token, holder, renewals, is_given_up = 1 as "isGivenUp"
  from engine_lease where id = 1`;

const hasEngineSql = `select to_regclass('engine') is not null as "hasEngine"`;

// Versions before the lease hold a lock of their session instead; this one spells "WIND".
const isFreeOfSessionsSql = `
  select not exists (
    select 1 from pg_locks
    where locktype = 'advisory' and classid = 0 and objid = 1464421956 and granted
      and database = (select oid from pg_database where datname = current_database())
  ) as "isFree"`;

// Raising the epoch waits for writes of the former owner that are under way, and all later ones
// find it raised.
const takeSql = `
  with taken as (
    update engine_lease
    set epoch = greatest(epoch, (select max(epoch) from engine)) + 1,
      token = $1, holder = $2, renewals = 0, is_given_up = 0
    where id = 1 and token = $3 and renewals = $4
    returning epoch
  ),
  raised as (update engine set epoch = taken.epoch from taken where engine.id = 1)
  select epoch from taken`;

/**
 * Takes the lease of a database that has no other table yet; the migrations read the epoch from it.
 */
const takeFirstSql = `
  update engine_lease set epoch = epoch + 1, token = $1, holder = $2, renewals = 0, is_given_up = 0
  where id = 1 and token = $3 and renewals = $4
  returning epoch`;

const renewSql = `
  update engine_lease set renewals = renewals + 1 where id = 1 and token = $1`;

const giveUpSql = `
  update engine_lease set is_given_up = 1 where id = 1 and token = $1`;

const announceSql = `
  insert into engine_standbys values ($1, $2, now())
  on conflict (token) do update set seen_at = now()`;

const forgetStandbysSql = `
  delete from engine_standbys
  where token = $1 or seen_at < now() - interval '${standbySeenMs} milliseconds'`;

/** Reads the standbys: each announces itself every second, timed by the database's own clock. */
const standbysSql = `
  select holder from engine_standbys where seen_at > now() - interval '3 seconds'
  order by seen_at desc`;

interface PostgresRowDeps {
  readonly clock: Clock;
  /** Returns a client that is not connected yet. */
  readonly newClient: () => pg.Client;
}

/** The lease of a PostgreSQL database, on a connection that serves nothing else. */
export function createPostgresRow({ clock, newClient }: PostgresRowDeps): LeaseRow {
  const line = createConnection(newClient);
  let isMade = false;
  let hasEngine = false;
  const ask = <Row extends pg.QueryResultRow>(
    sql: string,
    values: readonly unknown[],
    limitMs = askMsMax,
  ): Promise<pg.QueryResult<Row>> =>
    asked({ clock, limitMs, line }, (client) => client.query<Row>(sql, [...values]));
  return {
    async read() {
      if (!isMade) await asked({ clock, limitMs: askMsMax, line }, make);
      isMade = true;
      const { rows } = await ask<LeaseRowState>(readSql, []);
      const [sight] = rows;
      if (!sight) throw new Error('The table engine_lease has lost its row.');
      return sight.token === '' ? beforeLeases(ask, sight) : sight;
    },
    async take(seen, { token, holder }) {
      if (!hasEngine) {
        const { rows } = await ask<{ hasEngine: boolean }>(hasEngineSql, []);
        hasEngine = rows[0]?.hasEngine === true;
      }
      const values = [token, holder, seen.token, seen.renewals];
      const { rows } = await ask<{ epoch: number }>(hasEngine ? takeSql : takeFirstSql, values);
      if (rows[0]) await ask(forgetStandbysSql, [token]).catch(() => undefined);
      return rows[0]?.epoch;
    },
    async renew(token) {
      const { rowCount } = await ask(renewSql, [token], renewMsMax);
      return rowCount === 1;
    },
    async giveUp(token) {
      await ask(giveUpSql, [token], renewMsMax);
    },
    async announce({ token, holder }) {
      await ask(announceSql, [token, holder], renewMsMax);
    },
    async standbys() {
      const { rows } = await ask<{ holder: string }>(standbysSql, [], renewMsMax);
      return rows.map(({ holder }) => holder);
    },
    close: line.close,
  };
}

interface Asking {
  readonly clock: Clock;
  readonly limitMs: number;
  readonly line: ReturnType<typeof createConnection>;
}

/**
 * Runs a call, connecting if needed; a connection that did not answer in time is not used again.
 */
async function asked<Answer>(
  { clock, limitMs, line }: Asking,
  ask: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await withDeadline({ clock, limitMs }, async () => ask(await line.client()));
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) line.drop();
    throw toStoreFailure(error);
  }
}

type Ask = <Row extends pg.QueryResultRow>(
  sql: string,
  values: readonly unknown[],
) => Promise<pg.QueryResult<Row>>;

/**
 * Returns the sight of a row that nobody has held so far: a process of an earlier version may own
 * the engine.
 */
async function beforeLeases(ask: Ask, sight: LeaseRowState): Promise<LeaseRowState> {
  const { rows } = await ask<{ isFree: boolean }>(isFreeOfSessionsSql, []);
  if (rows[0]?.isFree === true) return sight;
  return { ...sight, holder: 'an earlier version', isGivenUp: false, renewals: -1 };
}

async function make(client: pg.Client): Promise<void> {
  try {
    await client.query(tablesSql);
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
    if (!madeMeanwhile.includes(code)) throw error;
    await client.query(tablesSql);
  }
}

/** Creates a connection that is opened again after it broke. */
function createConnection(newClient: () => pg.Client) {
  let current: Promise<pg.Client> | undefined;
  const forget = (broken: Promise<pg.Client>): void => {
    if (current === broken) current = undefined;
  };
  const open = (): Promise<pg.Client> => {
    const client = newClient();
    const opened = client.connect().then(() => client);
    // The current query reports the error.
    client.on('error', () => forget(opened));
    client.on('end', () => forget(opened));
    opened.catch(() => forget(opened));
    return opened;
  };
  const end = async (ending: Promise<pg.Client> | undefined): Promise<void> => {
    if (ending) forget(ending);
    const client = await ending?.catch(() => undefined);
    await client?.end().catch(() => undefined);
  };
  return {
    client(): Promise<pg.Client> {
      current ??= open();
      return current;
    },
    /** Gives the connection up, however its end goes. */
    drop: (): void => void end(current),
    close: (): Promise<void> => end(current),
  };
}
