import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of this folder that answers one command after the other. */
export interface Child {
  /** Its first message, which says that it is ready. */
  readonly ready: unknown;
  ask(order: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts the module; its first message says that it is ready. */
export async function startChild(module: URL, argument = ''): Promise<Child> {
  const entry = fileURLToPath(module);
  const child = spawn(process.execPath, ['--expose-gc', ...process.execArgv, entry, argument], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const ready = await nextMessage(child);
  return {
    ready,
    async ask(order) {
      const answer = nextMessage(child);
      child.send(order as object);
      return answer;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Returns the next message, which answers the only command in progress. */
function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('A process to be measured ended early'));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}
