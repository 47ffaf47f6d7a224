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

/** Everything outside itself that the command uses. `main.ts` passes in the real ones. */
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
  /** True while written output has not been sent yet: drawing more would only queue. */
  readonly isBlocked: boolean;
}

export interface Terminal {
  /** Listens for single keys, without echo, until stopped. Ctrl-C comes as `\u0003`. */
  onKey(listener: (key: string) => void): () => void;
  /**
   * Listens until stopped for SIGINT, SIGTERM, and the end of the process that reads our output.
   */
  onInterrupt(listener: () => void): () => void;
  /** True when a person can be asked. */
  readonly canAsk: boolean;
  /** Asks on stderr for one line. Returns undefined when the person ended the input instead. */
  ask(question: string): Promise<string | undefined>;
  /** Asks for one line and hides what is typed. */
  askSecret(question: string): Promise<string | undefined>;
}

export interface Machine {
  readonly nodeVersion: string;
  /** Returns undefined when the file cannot be read. */
  readText(path: string): string | undefined;
  /** Writes a file and replaces an existing one. Returns the reason when that was not possible. */
  writeText(path: string, text: string): string | undefined;
  /** Returns why files cannot be made in the folder; undefined when they can. */
  folderProblem(path: string): string | undefined;
  /** Returns the permission bits of a file; undefined when there is none. */
  fileMode(path: string): number | undefined;
  /** Returns how many bytes the folder's disk has free; undefined when the system does not say. */
  freeBytes(path: string): number | undefined;
  /** Returns what the service's own code finds about the settings and the database, as JSON. */
  inspectDatabase(): Promise<string>;
  isPortFree(host: string, port: number): Promise<boolean>;
  /** Runs the server in the foreground and resolves with its exit code. */
  runServer(env: Readonly<Record<string, string>>): Promise<number>;
  /** Runs the recorder in the foreground and resolves with its exit code. */
  runRecorder(args: readonly string[]): Promise<number>;
  /** Runs the simulated exchanges in the foreground and resolves with their exit code. */
  runSimulator(args: readonly string[]): Promise<number>;
  /** Backs up the database of that environment and resolves with the exit code. */
  runBackup(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number>;
  /** Restores a backup there and resolves with the exit code. */
  runRestore(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number>;
}
