import type { SqliteHost } from '../../server/src/store/sqlite/calls.ts';
import { openSqliteOn } from '../../server/src/store/sqlite/open.ts';
import { openSqliteSession, type SqliteSession } from '../../server/src/store/sqlite/session.ts';

/** A database in memory, migrated with the product's own steps. */
interface Tables {
  readonly session: SqliteSession;
  /** Puts everything back as it was after the last step. */
  empty(): void;
}

/** Tables returned by finished runs. */
const free: Tables[] = [];

/** The database of one run: migrated and empty, whoever had it before. */
export interface LentTables {
  readonly session: SqliteSession;
  giveBack(): void;
}

/**
 * Lends the tables of a run. Creating them, and preparing every statement, takes longer than the
 * run, so they are emptied and lent again.
 */
export async function lendTables(): Promise<LentTables> {
  const tables = free.pop() ?? (await makeTables());
  tables.empty();
  return { session: tables.session, giveBack: () => void free.push(tables) };
}

type Row = Readonly<Record<string, unknown>>;

async function makeTables(): Promise<Tables> {
  const session = openSqliteSession(':memory:');
  const store = await openSqliteOn(hostOf(session), ':memory:');
  await store.migrate();
  letEmpty(session);
  makeOneStep(session);
  return {
    session,
    empty() {
      session.query('insert into simulation_emptying values (1)', []);
      session.query('delete from simulation_emptying', []);
    },
  };
}

/** One statement that empties every table and puts back what there was. */
function makeOneStep(session: SqliteSession): void {
  const steps = deletableInOrder(session).flatMap((name) => {
    const rows = ask(session, `select * from "${name}"`);
    return [`delete from "${name}"`, ...rows.map((row) => insertion(name, row))];
  });
  session.query(
    `create trigger simulation_empty after insert on simulation_emptying
    begin ${steps.map((step) => `${step};`).join(' ')} end`,
    [],
  );
}

function insertion(table: string, row: Row): string {
  const columns = Object.keys(row).map((column) => `"${column}"`);
  const values = Object.values(row).map(literal);
  return `insert into "${table}" (${columns.join(', ')}) values (${values.join(', ')})`;
}

function literal(value: unknown): string {
  if (value === null || typeof value === 'number') return `${value}`;
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`a row of the migrated tables holds ${typeof value}`);
}

function ask(session: SqliteSession, sql: string): readonly Row[] {
  return session.query(sql, []).rows as readonly Row[];
}

/** Lets tables be emptied: their triggers then forbid only the service to delete rows. */
function letEmpty(session: SqliteSession): void {
  session.query('create table simulation_emptying (id integer not null)', []);
  const triggers = ask(session, "select name, sql from sqlite_master where type = 'trigger'");
  for (const { name, sql } of triggers) {
    const [before, after] = `${sql}`.split(/\bbegin\b/i);
    if (!/\bbefore delete\b/i.test(`${before}`)) continue;
    const condition = 'when not exists (select 1 from simulation_emptying)';
    session.query(`drop trigger "${name}"`, []);
    session.query(`${before} ${condition} begin ${after}`, []);
  }
}

/** Returns every table, also those in which SQLite numbers rows; referring tables come first. */
function deletableInOrder(session: SqliteSession): readonly string[] {
  const names = ask(session, "select name from sqlite_master where type = 'table' order by name");
  const ordered: string[] = [];
  const add = (name: string): void => {
    if (ordered.includes(name)) return;
    const referring = names.filter((other) =>
      ask(session, `pragma foreign_key_list("${other.name}")`).some(({ table }) => table === name),
    );
    for (const other of referring) add(`${other.name}`);
    ordered.push(name);
  };
  for (const { name } of names) add(`${name}`);
  return ordered.filter((name) => name !== 'simulation_emptying');
}

function hostOf(session: SqliteSession): SqliteHost {
  return {
    query: async (sql, parameters) => session.query(sql, parameters),
    commit: async (writes) => session.commit(writes),
    close: async () => undefined,
    lost: new AbortController().signal,
  };
}
