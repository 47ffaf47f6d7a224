import type { AuditRow, KeyRow } from './rows.ts';
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

// The signature of each write operation, once. Both databases have a file for each of these
// interfaces, with the bodies; everything between a caller and a body is made from what stands
// here.

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

export interface KeyOperations {
  /** Stores a key and its audit line together. Rejects when the hash or id exists. */
  createKey(key: KeyRow, audit: AuditRow): Promise<void>;
  /** Revokes a key with its audit line; false when there was none that is not revoked yet. */
  revokeKey(id: string, atMs: number, audit: AuditRow): Promise<boolean>;
  appendAudit(line: AuditRow): Promise<void>;
}

export interface SettingOperations {
  /** Sets a named text value unless the name exists; returns the value that now stands. */
  settleSetting(name: string, value: string): Promise<string>;
  /** Writes a named state text of the engine. */
  saveState(epoch: number, name: string, value: string): Promise<void>;
}

export interface OrderOperations {
  /** Stores an order and takes its reservation from the account's day, or nothing of both. */
  reserveOrder(epoch: number, order: OrderRow, limits: ReserveLimits): Promise<ReserveAnswer>;
  /** Brings an order forward, settles its day, and returns it; undefined when there is none. */
  recordOutcome(epoch: number, id: string, said: OutcomeRow): Promise<OrderRow | undefined>;
  /** Stores each fill once; returns for each whether it was new. */
  addFills(epoch: number, fills: readonly FillRow[]): Promise<readonly boolean[]>;
}

export interface PaperOperations {
  /**
   * Writes a paper account's engine with the events up to it. Two saves of one account must never
   * overlap.
   */
  savePaper(epoch: number, save: PaperSave): Promise<void>;
}

export interface ReconciliationOperations {
  /** State and differences of one account together. */
  saveReconciliation(epoch: number, save: ReconciliationSave): Promise<void>;
}

export interface PlanOperations {
  /** Stores a routing plan. */
  createRoutingPlan(epoch: number, plan: PlanRow): Promise<PlanAnswer>;
  /**
   * Writes status, time and content of a plan; one that has ended stays as it is. Two saves of one
   * plan must never overlap.
   */
  saveRoutingPlan(epoch: number, plan: PlanRow): Promise<void>;
}

export interface AlgorithmOperations {
  /** Stores an algorithm with its accounts, each named once, and its first step. */
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

/**
 * The hot writes. Each is atomic and durable when its promise resolves. On SQLite all writes of one
 * turn of the event loop share one transaction and one sync (group commit); a failing one fails
 * alone. They take rows, texts and numbers only: these cross to another thread unchanged, and a
 * value that cannot become a row fails its caller before it can harm a batch.
 *
 * An operation that names an epoch rejects with `StaleEpochError` unless that is the one that
 * stands; the others do so in a process whose engine another has taken.
 */
export interface HotWriter
  extends KeyOperations,
    SettingOperations,
    OrderOperations,
    PaperOperations,
    ReconciliationOperations,
    PlanOperations,
    AlgorithmOperations {}

export type OperationName = keyof HotWriter;

type Named<Name extends OperationName> = Parameters<HotWriter[Name]>[0] extends number
  ? true
  : false;

/** Says of each operation if its first argument is the epoch of whoever asks. */
export const namesEpoch: { readonly [Name in OperationName]: Named<Name> } = {
  createKey: false,
  revokeKey: false,
  appendAudit: false,
  settleSetting: false,
  saveState: true,
  reserveOrder: true,
  recordOutcome: true,
  addFills: true,
  savePaper: true,
  saveReconciliation: true,
  createRoutingPlan: true,
  saveRoutingPlan: true,
  createAlgorithm: true,
  saveAlgorithmStep: true,
};

const names = Object.keys(namesEpoch) as readonly OperationName[];

/** An operation by name, in the form in which it is called without knowing which it is. */
type Operation<Name extends OperationName> = (
  ...given: Parameters<HotWriter[Name]>
) => Promise<OperationAnswer<Name>>;

export type OperationAnswer<Name extends OperationName> = Awaited<ReturnType<HotWriter[Name]>>;

/** Makes every operation by its name. */
export function makeOperations(
  make: <Name extends OperationName>(name: Name) => Operation<Name>,
): HotWriter {
  const operations = Object.fromEntries(names.map((name) => [name, make(name)]));
  return operations as { readonly [Name in OperationName]: Operation<Name> };
}

/** The same operations, each wrapped. */
export function eachOperation(
  write: HotWriter,
  wrap: <Given extends readonly unknown[], Result>(
    operation: (...given: Given) => Promise<Result>,
  ) => (...given: Given) => Promise<Result>,
): HotWriter {
  const operations: { readonly [Name in OperationName]: Operation<Name> } = write;
  return makeOperations((name) => wrap(operations[name]));
}
