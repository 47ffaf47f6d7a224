import type { SqliteHost } from './calls.ts';
import { openSqliteSession } from './session.ts';

/**
 * Opens the connection on the caller's own thread. For a database in memory, which has no disk to
 * wait for: the order of events depends on nothing outside, so a simulation repeats itself.
 */
export function openSqliteHere(place: string | Buffer): SqliteHost {
  const session = openSqliteSession(place);
  return {
    query: async (...asked) => session.query(...asked),
    commit: async (...asked) => session.commit(...asked),
    close: async () => session.close(),
    lost: new AbortController().signal,
  };
}
