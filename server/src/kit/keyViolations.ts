/** Error codes of a violated key, of PostgreSQL and of SQLite. */
const takenCodes = ['23505', 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE'];
const referenceCodes = ['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'];

/** Returns true when the error says that a row with this key already exists. */
export function isTaken(error: unknown): boolean {
  return hasCode(error, takenCodes);
}

/** Returns true when a row refers to a missing row, or another row still refers to it. */
export function isBadReference(error: unknown): boolean {
  return hasCode(error, referenceCodes);
}

function hasCode(error: unknown, codes: readonly unknown[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(error.code);
}
