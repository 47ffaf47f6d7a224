import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createSystemClock } from '../../../src/kit/clock.ts';
import { compiledOnce } from '../processes/compileCache.ts';
import { serviceEntry } from '../processes/service.ts';
import { fetchWithin } from './fetchWithin.ts';

const clock = createSystemClock();
/** Milliseconds until a restart, as with a supervisor. */
const restartAfterMs = 200;
const askMsMax = 1_000;

/** A process of the service that a supervisor restarts when it has ended. */
export interface OwnedProcess {
  readonly name: string;
  readonly address: string;
  /** Returns the process id; undefined while none runs. */
  pid(): number | undefined;
  /** Every process that ever ran under this name. */
  pids(): ReadonlySet<number>;
  signal(signal: NodeJS.Signals): void;
  /** Returns the status of `/ready`; undefined when there is no answer. */
  ready(): Promise<number | undefined>;
  /**
   * Prevents restarts until the returned function is called: on two machines the start of one
   * process takes no time from the other's takeover.
   */
  holdRestart(): () => void;
  /** Ends it without a restart. */
  close(): Promise<void>;
}

export interface ProcessAsked {
  readonly name: string;
  readonly host?: string | undefined;
  readonly port: number;
  /** A command that the process is started through, such as one that enters a namespace. */
  readonly through?: readonly string[] | undefined;
  readonly settings: Readonly<Record<string, string>>;
  /** Path of its log file. */
  readonly logPath: string;
}

/** Starts the process, and restarts it whenever it has ended. */
export function superviseProcess(asked: ProcessAsked): OwnedProcess {
  const { name, port, settings, logPath, host = '127.0.0.1', through = [] } = asked;
  const log = createWriteStream(logPath, { flags: 'a' });
  const pids = new Set<number>();
  const address = `http://${host}:${port}`;
  let isHeld = false;
  let child: ChildProcess | undefined;
  let isClosed = false;
  const start = (): void => {
    const [program = process.execPath, ...words] = [...through, process.execPath, serviceEntry];
    const started = spawn(program, words, {
      env: { ...compiledOnce, PORT: String(port), HOST: host, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      // An interrupt at the terminal must reach only the proof, which then ends in order.
      detached: true,
    });
    child = started;
    if (started.pid !== undefined) pids.add(started.pid);
    for (const output of [started.stdout, started.stderr]) {
      output?.on('data', (piece: Buffer) => log.write(piece));
    }
    started.once('exit', (code, signal) => {
      log.write(`--- ${name} ended: ${code ?? signal} at ${clock.now()}\n`);
      if (child === started) child = undefined;
      clock.schedule(restartAfterMs, startAgain);
    });
  };
  const startAgain = (): void => {
    if (!isClosed && !isHeld && !child) start();
  };
  start();
  return {
    name,
    address,
    pid: () => child?.pid,
    pids: () => pids,
    signal: (signal) => void child?.kill(signal),
    ready: async () => (await fetchWithin(`${address}/ready`, askMsMax))?.status,
    holdRestart() {
      isHeld = true;
      return () => {
        isHeld = false;
        clock.schedule(restartAfterMs, startAgain);
      };
    },
    async close() {
      isClosed = true;
      const last = child;
      if (last && last.exitCode === null && last.signalCode === null) {
        last.kill('SIGKILL');
        await once(last, 'exit');
      }
      log.end();
    },
  };
}
