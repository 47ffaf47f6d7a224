import type { HotWriter } from '../operations.ts';

type Functions<Api> = { readonly [Name in keyof Api]: (...args: never[]) => unknown };

/** A function of an interface by name, with its arguments: a call that another thread can make. */
export type Call<Api extends Functions<Api>, Name extends keyof Api = keyof Api> = {
  readonly [One in Name]: { readonly name: One; readonly args: Parameters<Api[One]> };
}[Name];

/** The same interface, in the form in which a call finds the function that it fits. */
type Callable<Api extends Functions<Api>> = {
  readonly [Name in keyof Api]: (...args: Parameters<Api[Name]>) => ReturnType<Api[Name]>;
};

export function perform<Api extends Functions<Api>, Name extends keyof Api>(
  api: Callable<Api>,
  call: Call<Api, Name>,
): ReturnType<Api[Name]> {
  return api[call.name](...call.args);
}

/** The same operations, answered at once. */
export type AtOnce<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (
    ...given: infer Given
  ) => Promise<infer Answer>
    ? (...given: Given) => Answer
    : never;
};

/** The write operations on a connection; each runs inside a transaction that the caller ends. */
export interface SqliteOperations extends AtOnce<HotWriter> {
  /** Begins the epoch of a new owner and returns it. */
  raiseEpoch(): number;
}

/** One write operation with its arguments. */
export type Write = Call<SqliteOperations>;

/** The result of one write of a transaction, known once the transaction is durable. */
export type Outcome<Failure = unknown> =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: Failure };

/** The answer to a statement that is not a write operation. */
export interface SqlAnswer {
  readonly rows: unknown[];
  /** Undefined for a statement that gives rows. */
  readonly changed: { readonly rowCount: number; readonly lastId: number | bigint } | undefined;
}

/** Host of the one connection of an embedded database: this thread or a thread of its own. */
export interface SqliteHost {
  /** A statement that changes something is refused once the epoch of its process is over. */
  query(sql: string, parameters: readonly unknown[], held?: number): Promise<SqlAnswer>;
  /**
   * Runs the writes in one transaction, each failing alone; resolves once it is durable. Those that
   * name no epoch are asked in the one that their process holds.
   */
  commit(writes: readonly Write[], held?: number): Promise<readonly Outcome[]>;
  close(): Promise<void>;
  /** Aborted when the connection is gone although nobody closed it. */
  readonly lost: AbortSignal;
}
