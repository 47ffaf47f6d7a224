/** The row of the lease as it was read. */
export interface LeaseRowState {
  readonly epoch: number;
  /** Random text of the process that took it; empty where nobody ever did. */
  readonly token: string;
  /** The holder for people: host and process. */
  readonly holder: string;
  /** Grows with each renewal of the same holder. */
  readonly renewals: number;
  readonly isGivenUp: boolean;
}

/** Identifies the holder of a lease. */
export interface LeaseHolder {
  readonly token: string;
  readonly holder: string;
}

/**
 * The one row that names the owner of the engine. Calls reject when the database cannot be reached
 * in time; the statement may have been carried out nevertheless.
 */
export interface LeaseRow {
  read(): Promise<LeaseRowState>;
  /**
   * Takes the lease and begins a new epoch, if the row is unchanged since it was seen. Returns the
   * epoch, or undefined where the row has changed.
   */
  take(seen: LeaseRowState, by: LeaseHolder): Promise<number | undefined>;
  /** Returns false where another has taken it: it is lost for good. */
  renew(token: string): Promise<boolean>;
  /** Lets another take it at once. */
  giveUp(token: string): Promise<void>;
  /** Announces a waiting standby; it returns nothing, and is allowed to fail. */
  announce(holder: LeaseHolder): Promise<void>;
  /** Returns the standbys that announced themselves lately. */
  standbys(): Promise<readonly string[]>;
  close(): Promise<void>;
}
