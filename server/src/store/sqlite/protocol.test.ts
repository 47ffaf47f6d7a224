import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { StaleEpochError } from '../types.ts';
import { createUnpacker, fromErrorRecord, packAnswer, toErrorRecord } from './protocol.ts';

/** Returns the error as the other side gets it: records cross as messages do. */
const crossed = (error: unknown) => fromErrorRecord(structuredClone(toErrorRecord(error)));

describe('an error that crosses from the database thread', () => {
  it('is still a database error with its code', () => {
    const error = crossed(new SqliteDatabase.SqliteError('taken', 'SQLITE_CONSTRAINT_UNIQUE'));
    expect(error).toBeInstanceOf(SqliteDatabase.SqliteError);
    expect(error).toMatchObject({ message: 'taken', code: 'SQLITE_CONSTRAINT_UNIQUE' });
  });

  it('is still a stale epoch with both epochs', () => {
    const error = crossed(new StaleEpochError(3, 5));
    expect(error).toBeInstanceOf(StaleEpochError);
    expect(error).toMatchObject({
      held: 3,
      current: 5,
      message: new StaleEpochError(3, 5).message,
    });
  });

  it.each([
    [new TypeError('a type'), TypeError],
    [new RangeError('a range'), RangeError],
    [new Error('any'), Error],
  ])('is still %s, with the stack of where it was thrown', (thrown, type) => {
    const error = crossed(thrown);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ name: thrown.name, message: thrown.message });
    expect(error.stack).toBe(thrown.stack);
  });

  it('has the text of what was thrown when that was no error', () => {
    expect(crossed('just text')).toMatchObject({ name: 'Error', message: 'just text' });
  });
});

describe('rows on their way between threads', () => {
  it('arrive as they were', () => {
    const rows = [
      { id: 1, name: 'one', 2: null },
      { id: 2, name: 'two', 2: 0.1 },
    ];
    const crossed = structuredClone(packAnswer({ rows, changed: undefined }));
    const unpack = createUnpacker();
    expect(unpack(crossed)).toEqual({ rows, changed: undefined });
    const changed = { rowCount: 3, lastId: 7 };
    expect(unpack(packAnswer({ rows: [], changed }))).toEqual({ rows: [], changed });
  });

  it('have columns of any name, also those that end a text', () => {
    const rows = [{ 'count(*)': 1, '"a\'`${b}\\': 2, 'two\nlines': 3 }];
    const unpack = createUnpacker();
    const others = packAnswer({ rows: [{ b: 1, a: 2 }], changed: undefined });
    expect(unpack(packAnswer({ rows, changed: undefined })).rows).toEqual(rows);
    expect(Object.keys(unpack(others).rows[0] ?? {})).toEqual(['b', 'a']);
  });
});
