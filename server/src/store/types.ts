import type { Kysely } from 'kysely';
import { DeposedError } from '../kit/errors.ts';
import type { Lease } from '../kit/lease.ts';
import type {
  AlgorithmChildRow,
  AlgorithmEventRow,
  AlgorithmRow,
  DifferenceRow,
  FillRow,
  OrderRow,
  OutcomeRow,
  PlanRow,
  Schema,
} from './schema.ts';

/** One line of the append-only audit log. */
export interface AuditEntry {
  readonly atMs: number;
  /** Id of the key that acted, or `system`. */
  readonly actorId: string;
  readonly actorName: string;
  /** Dotted verb, for example `key.created`. */
  readonly action: string;
  /** The subject of the action, for example a key's id. */
  readonly subject: string;
  /** JSON-safe values; null when there was nothing before or is nothing after. */
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | undefined;
}

export interface NewKey {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the key text, hex. */
  readonly keyHash: string;
  readonly roles: readonly string[];
  readonly paths: readonly string[];
  readonly exchangeAccountIds: readonly string[] | undefined;
  /** Owner of the client ids of plans and algorithms: `main`, or the id of a key. */
  readonly owner: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | undefined;
}

/** Limits of an order; undefined is no limit. */
export interface ReserveLimits {
  readonly dailyMicroUsd: number;
  readonly openOrdersMax: number | undefined;
}

export type ReserveAnswer =
  | { readonly kind: 'recorded' }
  /**
   * The account has an order of that client id; nothing was written, nor in the other two cases.
   */
  | { readonly kind: 'exists'; readonly order: OrderRow }
  | { readonly kind: 'overLimit'; readonly usedMicroUsd: number }
  | { readonly kind: 'tooManyOpen'; readonly open: number };

export type PlanAnswer =
  | { readonly kind: 'recorded' }
  /** There is a plan of that client id; nothing was written. */
  | { readonly kind: 'exists'; readonly plan: PlanRow };

/** The writes of one step of an algorithm: its parent, and parts with the parent's id. */
export interface AlgorithmRows {
  readonly order: AlgorithmRow;
  /** Each number once. */
  readonly children: readonly AlgorithmChildRow[];
  readonly events: readonly AlgorithmEventRow[];
}

export type AlgorithmAnswer =
  | { readonly kind: 'recorded' }
  /** There is an algorithm of that client id; nothing was written. */
  | { readonly kind: 'exists'; readonly order: AlgorithmRow };

/** Changes of one paper account, and its engine after them. */
export interface PaperSave {
  readonly account: string;
  readonly dump: string;
  readonly atMs: number;
  /** Each order once. */
  readonly orders: readonly Omit<Schema['paper_orders'], 'account'>[];
  readonly fills: readonly Omit<Schema['paper_fills'], 'account'>[];
  readonly ledger: readonly Omit<Schema['paper_ledger'], 'account'>[];
}

/** Results of comparing an account with its venue. */
export interface ReconciliationSave {
  readonly accountId: string;
  /** New state; null leaves it unchanged. */
  readonly stateJson: string | null;
  readonly atMs: number;
  /** New ones and changed ones, by id. */
  readonly differences: readonly DifferenceRow[];
  /**
   * Maximum number of the account's differences that are kept; resolved ones are deleted first,
   * then the oldest.
   */
  readonly differencesMax: number;
}

/**
 * The hot writes. Each is atomic and durable when its promise resolves. On SQLite all writes of one
 * turn of the event loop share one transaction and one sync (group commit); a failing one fails
 * alone.
 */
export interface HotWriter {
  /** Stores a key and its audit line together. Rejects when the hash or id exists. */
  createKey(key: NewKey, audit: AuditEntry): Promise<void>;
  /** Revokes a key with its audit line; false when there was none that is not revoked yet. */
  revokeKey(id: string, atMs: number, audit: AuditEntry): Promise<boolean>;
  appendAudit(entry: AuditEntry): Promise<void>;
  /** Sets a named text value unless the name exists; returns the value that now stands. */
  settleSetting(name: string, value: string): Promise<string>;
  /** Writes a named state text of the engine; rejects with `StaleEpochError` from an old owner. */
  saveState(epoch: number, name: string, value: string): Promise<void>;
  /**
   * Stores an order and takes its reservation from the account's day, or nothing of both. This and
   * the next two reject with `StaleEpochError` from an old owner.
   */
  reserveOrder(epoch: number, order: OrderRow, limits: ReserveLimits): Promise<ReserveAnswer>;
  /** Brings an order forward, settles its day, and returns it; undefined when there is none. */
  recordOutcome(epoch: number, id: string, said: OutcomeRow): Promise<OrderRow | undefined>;
  /** Stores each fill once; returns for each whether it was new. */
  addFills(epoch: number, fills: readonly FillRow[]): Promise<readonly boolean[]>;
  /**
   * Writes a paper account's engine with the events up to it; rejects with `StaleEpochError` from
   * an old owner. Two saves of one account must never overlap.
   */
  savePaper(epoch: number, save: PaperSave): Promise<void>;
  /** State and differences of one account together; rejects like the others from an old owner. */
  saveReconciliation(epoch: number, save: ReconciliationSave): Promise<void>;
  /** Stores a routing plan; rejects like the others from an old owner, and so does the next. */
  createRoutingPlan(epoch: number, plan: PlanRow): Promise<PlanAnswer>;
  /**
   * Writes status, time and content of a plan; one that has ended stays as it is. Two saves of one
   * plan must never overlap.
   */
  saveRoutingPlan(epoch: number, plan: PlanRow): Promise<void>;
  /**
   * Stores an algorithm with its accounts, each named once, and its first step; rejects like the
   * others from an old owner, and so does the next.
   */
  createAlgorithm(
    epoch: number,
    rows: AlgorithmRows,
    accountIds: readonly string[],
  ): Promise<AlgorithmAnswer>;
  /**
   * Writes one step: status, times and content of the parent, children as they are now, events that
   * are not stored yet. One that has ended keeps its status and its end, and a step that says
   * otherwise writes nothing. Two saves of one algorithm must never overlap.
   */
  saveAlgorithmStep(epoch: number, rows: AlgorithmRows): Promise<void>;
}

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
