/** Codes of a violated key: PostgreSQL's, and SQLite's. */
const takenCodes = ['23505', 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE'];
const referenceCodes = ['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'];

/** Whether a row of that key is there already. */
export function isTaken(error: unknown): boolean {
  return hasCode(error, takenCodes);
}

/** Whether a row names another that is not there, or is still named by one. */
export function isBadReference(error: unknown): boolean {
  return hasCode(error, referenceCodes);
}

function hasCode(error: unknown, codes: readonly unknown[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(error.code);
}
