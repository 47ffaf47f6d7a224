import type { StoreError } from '../kit/errors.ts';
import { StoreBusyError, StoreLostError } from './limits.ts';

const full = 'The disk of the database is full. Free some space; nothing has to be restarted.';
const readOnly = 'The database is read-only. Make it writable.';

/** Texts by the beginning of a code: SQLite's names, and PostgreSQL's five letters and digits. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^(SQLITE_FULL|ENOSPC|53100)/, full],
  [/^(SQLITE_READONLY|25006)/, readOnly],
  [/^(SQLITE_BUSY|SQLITE_LOCKED)/, 'Another program keeps the database locked. Stop it.'],
  [/^SQLITE_(IOERR|CANTOPEN)/, 'The disk of the database fails, or its folder is gone.'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'The file of the database is damaged. Restore a backup.'],
  [/^53300/, 'The database has no connection left for the service.'],
  [/^53/, 'The server of the database is short of memory or disk.'],
];

/**
 * Returns why the database cannot be written, for everybody: without the names and addresses in the
 * drivers' texts. The log has those.
 */
export function storeProblem(error: StoreError): string {
  if (error instanceof StoreBusyError) {
    return 'More writes are waiting than the database can take soon.';
  }
  if (error instanceof StoreLostError)
    return 'The connection to the database was lost and cannot be restored.';
  const code = codeOf(error.cause);
  const known = words.find(([form]) => code !== undefined && form.test(code));
  return known?.[1] ?? 'The database does not accept writes. See the log.';
}

/** Returns the driver's code: both drivers use that name, and neither is loaded for it. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
