import type {
  AlgorithmStream,
  AlgorithmStreamOptions,
  BookStream,
  BookStreamOptions,
  OrderStream,
  OrderStreamOptions,
  Runtime,
  Transport,
} from '@windlass/client';

/** Everything the command touches outside itself; `main.ts` passes the real ones in. */
export interface CliIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly runtime: Runtime;
  readonly transport: Transport;
  readonly openStream: (options: BookStreamOptions) => BookStream;
  readonly openAlgorithmStream: (options: AlgorithmStreamOptions) => AlgorithmStream;
  readonly openOrderStream: (options: OrderStreamOptions) => OrderStream;
  readonly terminal: Terminal;
  readonly machine: Machine;
}

export interface Output {
  write(text: string): void;
  readonly isTty: boolean;
  readonly columns: number;
  readonly rows: number;
  /** True while what was written has not left yet: drawing more would only queue. */
  readonly isBlocked: boolean;
}

export interface Terminal {
  /** Hears single keys, unechoed, until stopped. Ctrl-C comes as `\u0003`. */
  onKey(listener: (key: string) => void): () => void;
  /** Hears SIGINT and SIGTERM, and a reader of our output that left, until stopped. */
  onInterrupt(listener: () => void): () => void;
  /** True when a person sits there who can be asked. */
  readonly canAsk: boolean;
  /** Asks on stderr for one line; undefined when the person ended the input instead. */
  ask(question: string): Promise<string | undefined>;
  /** The same, without showing what is typed. */
  askSecret(question: string): Promise<string | undefined>;
}

export interface Machine {
  readonly nodeVersion: string;
  /** Undefined when it cannot be read. */
  readText(path: string): string | undefined;
  /** Writes a file, over one that is there; answers why that was not possible. */
  writeText(path: string, text: string): string | undefined;
  /** Why files cannot be made in the folder, or undefined when they can. */
  folderProblem(path: string): string | undefined;
  /** Permission bits of a file; undefined when there is none. */
  fileMode(path: string): number | undefined;
  /** What a file in the folder may still take; undefined when the system does not say. */
  freeBytes(path: string): number | undefined;
  /** What the service's own code says of the settings and the database, as JSON. */
  inspectDatabase(): Promise<string>;
  isPortFree(host: string, port: number): Promise<boolean>;
  /** Runs the server in the foreground and resolves with its exit code. */
  runServer(env: Readonly<Record<string, string>>): Promise<number>;
  /** Runs the recorder in the foreground and resolves with its exit code. */
  runRecorder(args: readonly string[]): Promise<number>;
  /** Runs the simulated exchanges in the foreground and resolves with their exit code. */
  runSimulator(args: readonly string[]): Promise<number>;
  /** Backs the database of that environment up and resolves with the exit code. */
  runBackup(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number>;
  /** Restores one there and resolves with the exit code. */
  runRestore(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number>;
}
