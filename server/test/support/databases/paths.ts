/** Path at which the broker of `postgres.ts` provides a database with the tables of the store. */
export const readyPath = '/ready';
