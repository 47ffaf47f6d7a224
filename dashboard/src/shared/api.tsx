import {
  type AlgorithmEvent,
  type ApiError,
  type BookStream,
  type Client,
  createClient,
  fetchTcaPage,
  type OrderStream,
  openAlgorithmStream,
  openBookStream,
  openOrderStream,
} from '@windlass/client';
import { createContext, type ReactNode, useContext } from 'react';
import { type BookFeeds, createBookFeeds } from './books/bookFeeds.ts';

/** Everything that the page uses to talk to the service. */
export interface Api {
  readonly client: Client;
  readonly books: BookFeeds;
  readonly orders: OrderStream;
  /** Follows one algorithm, or all that the key reaches. */
  followAlgorithms(
    orderId: string | undefined,
    heard: (event: AlgorithmEvent) => void,
  ): { close(): void };
  /** Fetches the cost report as a page for print, made by the service. */
  fetchTcaPage(
    query: Parameters<typeof fetchTcaPage>[0],
    options: { readonly signal?: AbortSignal },
  ): Promise<string>;
  close(): void;
}

/** Callbacks for the connections of all streams. */
interface Hearing {
  onError(error: ApiError): void;
  /** Called when a connection is there, for the first time or again. */
  onConnected(): void;
}

/** Opens the connections to the service that this page came from. */
export function openApi(key: string, { onError, onConnected }: Hearing): Api {
  const baseUrl = window.location.origin;
  const options = { baseUrl, key, onError };
  const noting =
    <Event extends { readonly type: string }>(listener: (event: Event) => void) =>
    (event: Event) => {
      if (isConnected(event)) onConnected();
      listener(event);
    };
  const openBooks = (heard: typeof onError) => {
    const stream = openBookStream({ baseUrl, onError: heard });
    const watch: BookStream['watch'] = (symbol, wanted, listener) =>
      stream.watch(symbol, wanted, noting(listener));
    return { ...stream, watch };
  };
  const books = createBookFeeds(openBooks, onError);
  const stream = openOrderStream(options);
  const orders: OrderStream = {
    ...stream,
    watch: (account, listener) => stream.watch(account, noting(listener)),
  };
  return {
    client: createClient({ baseUrl, key }),
    books,
    orders,
    fetchTcaPage: (query, callOptions) => fetchTcaPage(query, { baseUrl, key }, callOptions),
    followAlgorithms: (orderId, heard) =>
      openAlgorithmStream({ ...options, orderId, onEvent: noting(heard) }),
    close() {
      books.close();
      orders.close();
    },
  };
}

function isConnected(event: object): boolean {
  return 'state' in event && event.state === 'connected';
}

const ApiContext = createContext<Api | undefined>(undefined);

export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi outside of ApiProvider');
  return api;
}

export function useClient(): Client {
  return useApi().client;
}
