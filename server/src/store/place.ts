/** The file of the embedded database, within the data directory. */
export const databaseFile = 'windlass.db';
