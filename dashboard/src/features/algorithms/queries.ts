import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client, InputOf } from '@windlass/client';
import type { AlgorithmStatusWire } from '@windlass/contract';

const algorithmsKey = ['algorithms'] as const;
export const listKey = [...algorithmsKey, 'list'] as const;
export const detailsKey = (id: string) => [...algorithmsKey, 'one', id] as const;

/** As many as fit on a screen. Older ones are on further pages. */
export const pageSize = 20;
/** Time between polls while no stream is connected. */
export const pollMs = 5_000;

export interface ListChoice {
  readonly status: AlgorithmStatusWire | undefined;
  readonly page: number;
}

export const listQuery = (client: Client, { status, page }: ListChoice) =>
  queryOptions({
    queryKey: [...listKey, status ?? 'all', page],
    queryFn: ({ signal }) =>
      client.listAlgorithms({ page, size: pageSize, ...(status && { status }) }, { signal }),
    placeholderData: keepPreviousData,
  });

export const detailsQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: detailsKey(id),
    queryFn: ({ signal }) => client.getAlgorithm({ order_id: id }, { signal }),
  });

/** Returns the query of what the order would cost if it were executed now. */
export const costQuery = (client: Client, order: InputOf<'analyzeOrder'>) =>
  queryOptions({
    queryKey: [...algorithmsKey, 'cost', order],
    queryFn: ({ signal }) => client.analyzeOrder(order, { signal }),
    staleTime: 10_000,
  });
