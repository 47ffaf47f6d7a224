import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../kit/assert.ts';
import { perform } from './calls.ts';
import {
  openingId,
  packAnswer,
  type ThreadAnswer,
  type ThreadApi,
  type ThreadMessage,
  toErrorRecord,
} from './protocol.ts';
import { openSqliteSession, type SqliteSession } from './session.ts';

// The database thread: a connection, and one request after the other. `threadHost.ts` starts
// it and talks to it.

assert(parentPort !== null, 'thread.ts is started as a worker thread');
serve(parentPort, String(workerData));

function serve(port: MessagePort, path: string): void {
  const answer = (message: ThreadAnswer) => port.postMessage(message);
  let api: ThreadApi;
  try {
    api = createApi(openSqliteSession(path));
  } catch (error) {
    answer({ id: openingId, ok: false, error: toErrorRecord(error) });
    return;
  }
  answer({ id: openingId, ok: true, value: undefined });

  port.on('message', (message: ThreadMessage) => {
    answer(attempt(api, message));
    // Nothing else keeps the thread running.
    if (message.call.name === 'close') port.close();
  });
}

function attempt(api: ThreadApi, { id, call }: ThreadMessage): ThreadAnswer {
  try {
    return { id, ok: true, value: perform<ThreadApi, keyof ThreadApi>(api, call) };
  } catch (error) {
    return { id, ok: false, error: toErrorRecord(error) };
  }
}

function createApi(session: SqliteSession): ThreadApi {
  return {
    query: (...asked) => packAnswer(session.query(...asked)),
    commit: (writes, held) =>
      session
        .commit(writes, held)
        .map((outcome) =>
          outcome.ok ? outcome : { ok: false, error: toErrorRecord(outcome.error) },
        ),
    close: session.close,
  };
}
