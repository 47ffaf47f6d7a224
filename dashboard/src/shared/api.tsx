import {
  type AlgorithmEvent,
  type ApiError,
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

/** Everything the page speaks to the service through. */
export interface Api {
  readonly client: Client;
  readonly books: BookFeeds;
  readonly orders: OrderStream;
  /** Follows one algorithm, or all that the key reaches. */
  followAlgorithms(
    orderId: string | undefined,
    heard: (event: AlgorithmEvent) => void,
  ): { close(): void };
  /** The report of costs as a page for print, made by the service. */
  fetchTcaPage(
    query: Parameters<typeof fetchTcaPage>[0],
    options: { readonly signal?: AbortSignal },
  ): Promise<string>;
  close(): void;
}

/** Opens what speaks to the service this page came from. */
export function openApi(key: string, onError: (error: ApiError) => void): Api {
  const baseUrl = window.location.origin;
  const options = { baseUrl, key, onError };
  const books = createBookFeeds((heard) => openBookStream({ baseUrl, onError: heard }), onError);
  const orders = openOrderStream(options);
  return {
    client: createClient({ baseUrl, key }),
    books,
    orders,
    fetchTcaPage: (query, callOptions) => fetchTcaPage(query, { baseUrl, key }, callOptions),
    followAlgorithms: (orderId, onEvent) => openAlgorithmStream({ ...options, orderId, onEvent }),
    close() {
      books.close();
      orders.close();
    },
  };
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
