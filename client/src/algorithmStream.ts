import type {
  AlgorithmStreamEvent,
  AlgorithmsSubscribedEvent,
  AlgorithmUpdateEvent,
} from '@windlass/contract';
import { redact } from './answer.ts';
import { parseBaseUrl } from './baseUrl.ts';
import type { StreamState } from './bookEvent.ts';
import { keepConnected, openSocket, type StreamSocket } from './connection.ts';
import { deliver } from './deliver.ts';
import { ApiError } from './errors.ts';
import { type Runtime, systemRuntime } from './runtime.ts';

/** Everything that is heard of algorithms, in the order it happened. */
export type AlgorithmEvent =
  | { readonly type: 'state'; readonly state: StreamState }
  /** From here on it is told. Unless `isContinued`, what was before has to be read by REST. */
  | { readonly type: 'subscribed'; readonly isContinued: boolean }
  /** An algorithm as it stands now. */
  | { readonly type: 'update'; readonly algorithm: AlgorithmUpdateEvent }
  /** A line of its history. */
  | { readonly type: 'line'; readonly line: AlgorithmStreamEvent };

export interface AlgorithmStreamOptions {
  readonly baseUrl: string;
  /** A key that may list algorithms; never shown in errors. */
  readonly key?: string | undefined;
  /** Ours, or the client_algorithm_id; omitted: all that the key reaches, now and later. */
  readonly orderId?: string | undefined;
  readonly onEvent: (event: AlgorithmEvent) => void;
  /** Each failure, once: an outage (not each try of it), a refusal, a listener that threw. */
  readonly onError: (error: ApiError) => void;
  /** Engine transports in order of preference; the service documents websocket. */
  readonly transports?: readonly ('websocket' | 'polling')[];
  readonly runtime?: Runtime;
}

export interface AlgorithmStream {
  /** Ends the connection; nothing is heard afterwards. */
  close(): void;
}

/** Where the stream was left: the start of the service, and the last number of its events. */
interface Place {
  readonly streamId: string;
  readonly sequence: number;
}

/**
 * Follows an algorithm, or all that the key reaches. It connects at once, and reconnects and
 * subscribes again by itself; STREAM_REFUSED says that the service does not let it, or no longer.
 *
 * @example
 * const stream = openAlgorithmStream({
 *   ...{ baseUrl, key, orderId: 'rebalance-7' },
 *   onEvent: (event) => event.type === 'line' && console.log(event.line.text),
 *   onError: (error) => report(error.message),
 * });
 */
export function openAlgorithmStream(options: AlgorithmStreamOptions): AlgorithmStream {
  const { key, orderId, onError } = options;
  const baseUrl = parseBaseUrl(options.baseUrl);
  const socket = openSocket({ baseUrl, transports: options.transports ?? ['websocket'] });
  const tell = (event: AlgorithmEvent) => deliver(options.onEvent, event, onError);
  let isRefused = false;
  const refuse = (message: string) => {
    isRefused = true;
    onError(new ApiError('STREAM_REFUSED', redact(message, key)));
  };

  const answers = hearAnswers(socket, { tell, refuse });
  const stop = keepConnected(
    socket,
    { baseUrl, onError, runtime: options.runtime ?? systemRuntime },
    {
      up() {
        tell({ type: 'state', state: 'connected' });
        if (isRefused) return;
        answers.await();
        const named = orderId === undefined ? {} : { order_id: orderId };
        socket.emit('subscribe_algorithms', { key: key ?? '', ...named });
      },
      down: () => tell({ type: 'state', state: 'disconnected' }),
    },
  );
  return {
    close() {
      // Not even the disconnection that closing is.
      socket.removeAllListeners();
      stop();
    },
  };
}

function hearAnswers(
  socket: StreamSocket,
  { tell, refuse }: { tell(event: AlgorithmEvent): void; refuse(message: string): void },
) {
  let isAwaiting = false;
  let place: Place | undefined;
  const pass = (sequence: number) => {
    if (place) place = { ...place, sequence };
  };

  socket.on('algorithms_subscribed', (answer) => {
    isAwaiting = false;
    const isContinued = continues(place, answer);
    place = { streamId: answer.stream_id, sequence: answer.sequence };
    tell({ type: 'subscribed', isContinued });
  });
  socket.on('algorithm_update', (algorithm) => {
    pass(algorithm.sequence);
    tell({ type: 'update', algorithm });
  });
  socket.on('algorithm_event', (line) => {
    pass(line.sequence);
    tell({ type: 'line', line });
  });
  socket.on('algorithms_unsubscribed', ({ reason }) => {
    if (reason !== null) refuse(`The service ended the subscription: ${reason}.`);
  });
  socket.on('error', ({ message }) => {
    // What answers no request is the last word before a disconnection, which is told as a state.
    if (!isAwaiting) return;
    isAwaiting = false;
    refuse(message);
  });
  return {
    await() {
      isAwaiting = true;
    },
  };
}

function continues(
  place: Place | undefined,
  { stream_id: streamId, sequence }: AlgorithmsSubscribedEvent,
): boolean {
  return place?.streamId === streamId && place.sequence === sequence;
}
