/** Where the broker of `postgres.ts` is asked for a database with the tables of the store. */
export const readyPath = '/ready';
