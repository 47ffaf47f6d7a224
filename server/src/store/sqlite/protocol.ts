import SqliteDatabase from 'better-sqlite3';
import { StoreError } from '../../kit/errors.ts';
import { createMemory } from '../../kit/memory.ts';
import { StaleEpochError } from '../types.ts';
import type { Call, Outcome, SqlAnswer, Write } from './calls.ts';

/** Calls that the database thread takes. */
export interface ThreadApi {
  query(sql: string, parameters: readonly unknown[], held: number | undefined): PackedAnswer;
  commit(writes: readonly Write[], held: number | undefined): readonly Outcome<ErrorRecord>[];
  /** The last call: the thread ends after its answer. */
  close(): void;
}

/**
 * An answer on its way between threads. Column names are sent once: with each row they would take
 * longer than everything else.
 */
export interface PackedAnswer extends Pick<SqlAnswer, 'changed'> {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Every row of an answer has the same columns in the same order. */
export function packAnswer({ rows, changed }: SqlAnswer): PackedAnswer {
  const columns = Object.keys(Object(rows[0] ?? {}));
  return { columns, rows: rows.map((row) => Object.values(Object(row))), changed };
}

type ToRow = (values: readonly unknown[]) => Record<string, unknown>;

/** More shapes than the service has different selects. */
const shapesMax = 1_000;

/**
 * Creates the function that builds rows of answers. Setting column after column of an object of
 * unknown shape takes thirty times as long as writing it down at once, longer than everything else
 * on this thread. So each list of columns gets a function of its own. The names are those of our
 * own statements, and quoted as JSON.
 */
export function createUnpacker(): (answer: PackedAnswer) => SqlAnswer {
  const shapes = createMemory<ToRow>(shapesMax);
  const toRowOf = (columns: readonly string[]): ToRow => {
    const key = columns.join();
    const known = shapes.get(key);
    if (known) return known;
    const fields = columns.map((name, at) => `${JSON.stringify(name)}: values[${at}]`);
    const toRow = new Function('values', `return { ${fields.join(', ')} };`) as ToRow;
    shapes.set(key, toRow);
    return toRow;
  };
  return ({ columns, rows, changed }) => ({
    rows: rows.length === 0 ? [] : rows.map(toRowOf(columns)),
    changed,
  });
}

/** Main thread to database thread. */
export interface ThreadMessage {
  readonly id: number;
  readonly call: Call<ThreadApi>;
}

/** Database thread to main thread; the answer to a message bears its id. */
export type ThreadAnswer = Outcome<ErrorRecord> & { readonly id: number };

/** Id of the thread's first message, which reports whether the database could be opened. */
export const openingId = 0;

/** An error on its way between threads, which keep neither classes nor codes of errors. */
export type ErrorRecord =
  | { readonly kind: 'sqlite'; readonly code: string; readonly message: string }
  | { readonly kind: 'staleEpoch'; readonly held: number; readonly current: number }
  | {
      readonly kind: 'other';
      readonly name: string;
      readonly message: string;
      readonly stack: string | undefined;
    };

/** The built-in classes that the driver throws for bad parameters. */
const builtIn: Readonly<Record<string, new (message: string) => Error>> = { TypeError, RangeError };

export function toErrorRecord(error: unknown): ErrorRecord {
  if (error instanceof SqliteDatabase.SqliteError) {
    return { kind: 'sqlite', code: error.code, message: error.message };
  }
  if (error instanceof StaleEpochError) {
    return { kind: 'staleEpoch', held: error.held, current: error.current };
  }
  if (!(error instanceof Error)) {
    return { kind: 'other', name: 'Error', message: String(error), stack: undefined };
  }
  return { kind: 'other', name: error.name, message: error.message, stack: error.stack };
}

export function fromErrorRecord(record: ErrorRecord): Error {
  switch (record.kind) {
    case 'sqlite':
      return toSqliteFailure(record.code, record.message);
    case 'staleEpoch':
      return new StaleEpochError(record.held, record.current);
    case 'other': {
      const error = new (builtIn[record.name] ?? Error)(record.message);
      error.name = record.name;
      // The stack shows where it was thrown, not where it was unpacked.
      if (record.stack !== undefined) error.stack = record.stack;
      return error;
    }
  }
}

/**
 * Codes by which SQLite reports a fault of a disk, a lock or the file, with those that extend them;
 * the others concern the statement or its values.
 */
const unavailableCode =
  /^SQLITE_(BUSY|LOCKED|NOMEM|READONLY|IOERR|CORRUPT|FULL|CANTOPEN|PROTOCOL|NOTADB)/;

function toSqliteFailure(code: string, message: string): Error {
  const error = new SqliteDatabase.SqliteError(message, code);
  return unavailableCode.test(code) ? new StoreError(message, { cause: error }) : error;
}
