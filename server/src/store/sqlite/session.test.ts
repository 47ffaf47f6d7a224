import { afterEach, describe, expect, it } from 'vitest';
import { openSqliteSession } from './session.ts';

describe('a session of the embedded database', () => {
  const session = openSqliteSession(':memory:');
  afterEach(() => {
    session.query('drop table if exists boxes', []);
  });

  it('runs a query again with other parameters', () => {
    session.query('create table boxes (name text, size integer)', []);
    session.query('insert into boxes values (?, ?)', ['a', 1]);
    session.query('insert into boxes values (?, ?)', ['b', 2]);
    const named = (name: string) => session.query('select * from boxes where name = ?', [name]);
    expect(named('a').rows).toEqual([{ name: 'a', size: 1 }]);
    expect(named('b').rows).toEqual([{ name: 'b', size: 2 }]);
    expect(named('c').rows).toEqual([]);
  });

  it('sees a table as it is by then', () => {
    const all = () => session.query('select * from boxes', []).rows;
    session.query('create table boxes (name text)', []);
    session.query("insert into boxes values ('a')", []);
    expect(all()).toEqual([{ name: 'a' }]);
    session.query('alter table boxes add column size integer default 3', []);
    expect(all()).toEqual([{ name: 'a', size: 3 }]);
    session.query('drop table boxes', []);
    expect(all).toThrow('no such table');
    session.query('create table boxes (colour text)', []);
    expect(all()).toEqual([]);
  });

  it('prepares more queries than it remembers', () => {
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 500; i += 1) {
        expect(session.query(`select ${i} as i`, []).rows).toEqual([{ i }]);
      }
    }
  });
});
