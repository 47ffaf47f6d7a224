import type { Cancel, Clock } from '../../../../kit/clock.ts';
import type { Random } from '../../../../kit/random.ts';
import type { BookWriter, OpenFeed } from '../../bookPort.ts';
import { type FeedTransport, TransportError } from '../../transportPort.ts';
import { createBackoff } from '../backoff.ts';
import type { WeightGate } from '../weightGate.ts';
import { refusedRetryMs } from './protocol.ts';
import { requestPauseMs } from './requestPause.ts';

const retryFirstMs = 1_000;
const retryMaxMs = 60_000;
/** Number of failures in a row after which the book counts as unavailable. */
const failuresBeforeFailed = 5;
const documentWeight = 1;

export interface ContractLoaderDeps<C extends object | number> {
  readonly transport: FeedTransport;
  readonly gate: WeightGate;
  readonly clock: Clock;
  readonly random: Random;
  readonly book: BookWriter;
  /** The document that must be read first. */
  readonly url: string;
  /** Returns what the document says: `unknown` when the venue has no such instrument. */
  parse(text: string): C | 'unknown' | 'unreadable';
  /** The contract that is assumed in a recording without such a document. */
  readonly unknown: C;
  open(contract: C): OpenFeed;
}

/**
 * Opens a book once the size of its contracts is known: before that its quantities mean nothing. A
 * failed request is repeated with growing waits; an unknown instrument only after a long while.
 */
export function openWithContract<C extends object | number>(deps: ContractLoaderDeps<C>): OpenFeed {
  const { transport, clock, random, book } = deps;
  const backoff = createBackoff({ random, firstMs: retryFirstMs, maxMs: retryMaxMs });
  const abort = new AbortController();
  let opened: OpenFeed | undefined;
  let cancelWait: Cancel = () => undefined;

  const retryIn = (delayMs: number) => {
    cancelWait = clock.schedule(delayMs, ask);
  };
  const tryAgain = (reason: string) => {
    if (backoff.failures() >= failuresBeforeFailed) book.failed(reason);
    else book.reconnecting(reason);
    retryIn(backoff.nextMs());
  };
  const answered = (text: string) => {
    book.received(text.length);
    const contract = deps.parse(text);
    if (contract === 'unreadable') {
      tryAgain('the document of the instrument was unreadable');
    } else if (contract === 'unknown') {
      book.failed('the venue knows no such instrument');
      retryIn(refusedRetryMs);
    } else {
      opened = deps.open(contract);
    }
  };
  const unanswered = (error: unknown) => {
    if (transport.isRecording) {
      opened = deps.open(deps.unknown);
      return;
    }
    const reason = error instanceof Error ? error.message : String(error);
    if (isRefusal(error)) {
      book.failed(reason);
      retryIn(refusedRetryMs);
      return;
    }
    const pauseMs = requestPauseMs(error);
    if (pauseMs !== undefined) deps.gate.pause(pauseMs);
    tryAgain(reason);
  };
  const ask = () => {
    cancelWait = deps.gate.request(documentWeight, () => {
      transport.get(deps.url, abort.signal).then(
        (text) => !abort.signal.aborted && answered(text),
        (error: unknown) => !abort.signal.aborted && unanswered(error),
      );
    });
  };

  ask();
  return {
    close() {
      abort.abort();
      cancelWait();
      opened?.close();
    },
  };
}

/** True when the host says that there is no such thing, and will say so again. */
function isRefusal(error: unknown): boolean {
  return error instanceof TransportError && (error.status === 400 || error.status === 404);
}
