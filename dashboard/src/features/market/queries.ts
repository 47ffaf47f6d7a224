import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@windlass/client';

/** Depths, rates and gaps over seconds and minutes; how good a book is the stream tells at once. */
const qualityMs = 4_000;
/** Of the service's own lists of markets, which it renews by the minute. */
const marketMs = 15_000;

export const qualityQuery = (client: Client, symbol: string) =>
  queryOptions({
    queryKey: ['quality', symbol],
    queryFn: ({ signal }) => client.getBookQuality({ symbol }, { signal }),
    refetchInterval: qualityMs,
  });

export const marketQuery = (client: Client, symbol: string) =>
  queryOptions({
    queryKey: ['market', symbol],
    queryFn: ({ signal }) => client.getMarketSymbol({ symbol }, { signal }),
    refetchInterval: marketMs,
  });
