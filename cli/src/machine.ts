import { execFile, spawn } from 'node:child_process';
import { accessSync, constants, readFileSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants as osConstants } from 'node:os';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Machine } from './io.ts';

/** Entry files of the service, at their places in the workspace. */
const serverMain = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const recorderMain = fileURLToPath(new URL('../../server/src/record.ts', import.meta.url));
const inspectMain = fileURLToPath(new URL('../../server/src/inspect.ts', import.meta.url));
const backupMain = fileURLToPath(new URL('../../server/src/backup.ts', import.meta.url));
const restoreMain = fileURLToPath(new URL('../../server/src/restore.ts', import.meta.url));
const simulatorMain = fileURLToPath(new URL('../../simulator/src/main.ts', import.meta.url));

/** Returns this machine: its files, ports and processes. `script` is the server's entry file. */
export function createMachine(script = serverMain): Machine {
  return {
    nodeVersion: process.versions.node,
    readText(path) {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return undefined;
      }
    },
    writeText(path, text) {
      try {
        writeFileSync(path, text);
        return undefined;
      } catch (failure) {
        return failure instanceof Error ? failure.message : String(failure);
      }
    },
    folderProblem: (path) => folderProblem(resolve(path)),
    fileMode(path) {
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats && stats.mode & 0o777;
    },
    freeBytes: (path) => freeBytes(resolve(path)),
    inspectDatabase,
    isPortFree,
    runServer: (env) => runScript([script], env),
    runRecorder: (args) => runScript([recorderMain, ...args], {}),
    runSimulator: (args) => runScript([simulatorMain, ...args], {}),
    runBackup: (args, env) => runScript([backupMain, ...args], env),
    runRestore: (args, env) => runScript([restoreMain, ...args], env),
  };
}

/**
 * Tells why files cannot be made. A missing folder can be made if its nearest parent is writable.
 */
function folderProblem(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return path === dirname(path) ? 'no such folder' : folderProblem(dirname(path));
  if (!stats.isDirectory()) return `${path} is not a folder`;
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return `no permission on ${path}`;
  }
}

/** Returns the free bytes. A missing folder would be on the disk of its nearest parent. */
function freeBytes(path: string): number | undefined {
  if (!statSync(path, { throwIfNoEntry: false })) {
    return path === dirname(path) ? undefined : freeBytes(dirname(path));
  }
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** A large database is read whole, which takes time. */
const inspectMsMax = 120_000;

function inspectDatabase(): Promise<string> {
  return new Promise((done) => {
    execFile(process.execPath, [inspectMain], { timeout: inspectMsMax }, (_failure, stdout) =>
      done(stdout),
    );
  });
}

function isPortFree(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, host, () => probe.close(() => done(true)));
  });
}

/** 128 plus the signal's number: shells report a process that a signal ended in this way. */
const signalExitBase = 128;
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function runScript(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(process.execPath, command, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  // At a terminal Ctrl-C reaches the child by itself. A second SIGINT would cut its shutdown short.
  const isAtTerminal = [process.stdin, process.stdout, process.stderr].some((one) => one.isTTY);
  const listeners = forwarded.map((signal) => {
    const isDelivered = signal === 'SIGINT' && isAtTerminal;
    const listener = () => void (isDelivered || child.kill(signal));
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      for (const stop of listeners) stop();
      done(code ?? signalExitBase + (signal ? osConstants.signals[signal] : 0));
    });
  });
}
