import type {
  AlgorithmEvent,
  AlgorithmStreamOptions,
  ApiError,
  BookEvent,
  BookListener,
  BookStreamOptions,
  OrderEvent,
  OrderListener,
  OrderStreamOptions,
  WatchOptions,
} from '@windlass/client';
import type { CliIo } from '../../src/io.ts';

type Opens = Pick<CliIo, 'openStream' | 'openAlgorithmStream' | 'openOrderStream'>;

/** The service's side of the streams that a command has opened. */
export interface FakeStreams {
  readonly streams: { opened: number; closed: number };
  readonly watched: { symbol: string; options: WatchOptions }[];
  tell(event: BookEvent): void;
  readonly followed: Pick<AlgorithmStreamOptions, 'baseUrl' | 'key' | 'orderId'>[];
  tellAlgorithm(event: AlgorithmEvent): void;
  readonly orderStreams: Pick<OrderStreamOptions, 'baseUrl' | 'key'>[];
  readonly orderAccounts: string[];
  /** Sends an event of one account, or of all. */
  tellOrders(account: string | undefined, event: OrderEvent): void;
  /** Fails the stream that was opened last. */
  failStream(error: ApiError): void;
}

/** State that all streams share. */
interface Opened {
  readonly streams: FakeStreams['streams'];
  onError: BookStreamOptions['onError'];
}

export function createFakeStreams(): { readonly io: Opens; readonly fake: FakeStreams } {
  const opened: Opened = { streams: { opened: 0, closed: 0 }, onError: () => undefined };
  const books = createFakeBooks(opened);
  const algorithms = createFakeAlgorithms(opened);
  const orders = createFakeOrders(opened);
  return {
    io: {
      openStream: books.open,
      openAlgorithmStream: algorithms.open,
      openOrderStream: orders.open,
    },
    fake: {
      ...books.fake,
      ...algorithms.fake,
      ...orders.fake,
      streams: opened.streams,
      failStream: (error) => opened.onError(error),
    },
  };
}

export function hear<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function createFakeBooks(opened: Opened) {
  const watched: FakeStreams['watched'] = [];
  const listeners = new Set<BookListener>();
  const open: CliIo['openStream'] = (options) => {
    opened.streams.opened += 1;
    opened.onError = options.onError;
    return {
      watch(symbol, watchOptions, listener) {
        watched.push({ symbol, options: watchOptions });
        return { close: hear(listeners, listener) };
      },
      close() {
        opened.streams.closed += 1;
        listeners.clear();
      },
    };
  };
  const tell = (event: BookEvent) => listeners.forEach((listener) => void listener(event));
  return { open, fake: { watched, tell } };
}

function createFakeAlgorithms(opened: Opened) {
  const followed: FakeStreams['followed'] = [];
  const followers = new Set<AlgorithmStreamOptions['onEvent']>();
  const open: CliIo['openAlgorithmStream'] = ({ baseUrl, key, orderId, ...heard }) => {
    opened.streams.opened += 1;
    opened.onError = heard.onError;
    followed.push({ baseUrl, key, orderId });
    const leave = hear(followers, heard.onEvent);
    return {
      close() {
        opened.streams.closed += 1;
        leave();
      },
    };
  };
  const tellAlgorithm = (event: AlgorithmEvent) =>
    followers.forEach((onEvent) => void onEvent(event));
  return { open, fake: { followed, tellAlgorithm } };
}

function createFakeOrders(opened: Opened) {
  const orderStreams: FakeStreams['orderStreams'] = [];
  const orderAccounts: FakeStreams['orderAccounts'] = [];
  const listeners = new Set<{ readonly account: string; readonly listener: OrderListener }>();
  const open: CliIo['openOrderStream'] = ({ baseUrl, key, onError }) => {
    opened.streams.opened += 1;
    opened.onError = onError;
    orderStreams.push({ baseUrl, key });
    return {
      watch(account, listener) {
        orderAccounts.push(account);
        return { close: hear(listeners, { account, listener }) };
      },
      close() {
        opened.streams.closed += 1;
        listeners.clear();
      },
    };
  };
  const tellOrders = (account: string | undefined, event: OrderEvent) => {
    for (const each of listeners) {
      if (account === undefined || each.account === account) each.listener(event);
    }
  };
  return { open, fake: { orderStreams, orderAccounts, tellOrders } };
}
