import { StoreError } from '../kit/errors.ts';

/**
 * Maximum number of waiting writes. SQLite commits about 17,000 small writes a second, so a longer
 * queue would answer after more than half a second; it is better to refuse at once.
 */
export const waitingWritesMax = 10_000;

/** More writes are waiting than the database can take soon. */
export class StoreBusyError extends StoreError {
  constructor() {
    super(`The database is behind: ${waitingWritesMax} writes are waiting. Try again shortly.`);
    this.name = 'StoreBusyError';
  }
}

/** The store was asked for a write after its close began. */
export class StoreClosedError extends StoreError {
  constructor() {
    super('The store is closed.');
    this.name = 'StoreClosedError';
  }
}

/** The database of this process is gone, and does not come back. */
export class StoreLostError extends StoreError {
  constructor(reason: string) {
    super(
      `The database thread ended (${reason}). What was being written may or may not be stored.`,
    );
    this.name = 'StoreLostError';
  }
}
