import type {
  Connection,
  ConnectionEvents,
  FeedTransport,
} from '../../../src/trading/venues/transportPort.ts';

/** A socket on which the test plays the venue. */
export interface FakeSocket extends ConnectionEvents {
  readonly url: string;
  readonly sent: Record<string, unknown>[];
  isClosed: boolean;
}

export interface FakeGet {
  readonly url: string;
  readonly signal: AbortSignal;
  resolve(text: string): void;
  reject(error: Error): void;
}

/** A transport whose sockets and calls the test answers. */
export interface FakeTransport extends FeedTransport {
  readonly sockets: FakeSocket[];
  readonly gets: FakeGet[];
  /** Answers every call at once when set; `undefined` leaves the call waiting. */
  answer: ((url: string) => string | Error | undefined) | undefined;
}

export function createFakeTransport(): FakeTransport {
  return {
    isRecording: false,
    sockets: [],
    gets: [],
    answer: undefined,
    connect(url, events): Connection {
      const socket: FakeSocket = { ...events, url, sent: [], isClosed: false };
      this.sockets.push(socket);
      return {
        send: (text) => {
          socket.sent.push(JSON.parse(text));
        },
        close() {
          if (socket.isClosed) return;
          socket.isClosed = true;
          socket.closed('closed by us');
        },
      };
    },
    get(url, signal) {
      return new Promise((resolve, reject) => {
        const answer = this.answer?.(url);
        this.gets.push({ url, signal, resolve, reject });
        if (answer instanceof Error) reject(answer);
        else if (answer !== undefined) resolve(answer);
      });
    },
  };
}
