import type { BookWriter } from '../../bookPort.ts';
import type { FeedTransport } from '../../transportPort.ts';
import type { WeightGate } from '../weightGate.ts';
import { requestPauseMs } from './requestPause.ts';

/** Weight of a snapshot document among the requests to a host. */
const snapshotWeight = 1;

interface Document<M> {
  readonly url: string;
  parse(text: string): M | undefined;
}

/** Requests the REST snapshot of a stream that sends only changes. One request at a time. */
export interface SnapshotRequest<M> {
  ask(document: Document<M>): void;
  isAsking(): boolean;
  cancel(): void;
}

export interface SnapshotRequestDeps<M> {
  readonly book: BookWriter;
  readonly transport: FeedTransport;
  readonly gate: WeightGate;
  loaded(snapshot: M): void;
  failed(reason: string): void;
}

export function createSnapshotRequest<M>(deps: SnapshotRequestDeps<M>): SnapshotRequest<M> {
  let asking: { readonly abort: AbortController; leaveGate: () => void } | undefined;

  const settle = (abort: AbortController, then: () => void) => {
    if (asking?.abort !== abort) return;
    asking = undefined;
    then();
  };
  const fetch = ({ url, parse }: Document<M>, abort: AbortController) => {
    deps.transport.get(url, abort.signal).then(
      (text) =>
        settle(abort, () => {
          deps.book.received(text.length);
          const snapshot = parse(text);
          if (snapshot) deps.loaded(snapshot);
          else deps.failed('the snapshot was unreadable');
        }),
      (error: unknown) =>
        settle(abort, () => {
          const pauseMs = requestPauseMs(error);
          if (pauseMs !== undefined) deps.gate.pause(pauseMs);
          deps.failed(error instanceof Error ? error.message : String(error));
        }),
    );
  };

  return {
    ask(document) {
      if (asking) return;
      const abort = new AbortController();
      asking = { abort, leaveGate: () => undefined };
      const leaveGate = deps.gate.request(snapshotWeight, () => fetch(document, abort));
      if (asking?.abort === abort) asking.leaveGate = leaveGate;
    },
    isAsking: () => asking !== undefined,
    cancel() {
      const current = asking;
      asking = undefined;
      current?.leaveGate();
      current?.abort.abort();
    },
  };
}
