import type { Kysely } from 'kysely';
import { DeposedError } from '../kit/errors.ts';
import type { Lease } from '../kit/lease.ts';
import type { HotWriter } from './operations.ts';
import type { Schema } from './schema.ts';

/** An owner that lost its place tried to write. */
export class StaleEpochError extends DeposedError {
  readonly held: number;
  readonly current: number;

  constructor(held: number, current: number) {
    super(`This process owned epoch ${held}, but epoch ${current} has begun: another took over.`);
    this.name = 'StaleEpochError';
    this.held = held;
    this.current = current;
  }
}

/**
 * Proof that this process alone runs the engine. As a `Lease` it says whether that is certain at
 * this moment: ask it directly before anything leaves.
 */
export interface Ownership extends Lease {
  /** Greater than every earlier owner's. */
  readonly epoch: number;
  /**
   * Aborted when the process lives but cannot own any more: another has taken the lease, or the
   * thread of the embedded database ended.
   */
  readonly lost: AbortSignal;
  /** Names the processes that wait for the engine and were seen within the last seconds. */
  standbys(): Promise<readonly string[]>;
  /** Gives the engine up: another process may take it at once. */
  release(): Promise<void>;
}

/** Options of a process that waits for the engine. */
export interface OwnOptions {
  /** Ends the wait; its reason is thrown. */
  readonly signal?: AbortSignal;
  /** Called once when another process owns the engine, with that process's name. */
  readonly waiting?: (owner: string) => void;
}

export interface Store {
  readonly dialect: 'sqlite' | 'postgres';
  /** For reads and rare writes. No transaction may stay open across an outside call. */
  readonly db: Kysely<Schema>;
  readonly write: HotWriter;
  /**
   * Waits until no other process owns the engine, takes it and brings the tables up to date.
   * Without `waiting` it rejects with `OwnedElsewhereError` as soon as it is certain that another
   * owns it.
   */
  own(options?: OwnOptions): Promise<Ownership>;
  /** Brings the tables up to date without owning: for databases that nobody can own yet. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** Another process owns the engine of this database. */
export class OwnedElsewhereError extends Error {
  constructor(where: string) {
    super(
      `Another Windlass process is running on ${where}. Stop it first, or use another database.`,
    );
    this.name = 'OwnedElsewhereError';
  }
}
