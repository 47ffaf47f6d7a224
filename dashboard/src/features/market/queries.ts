import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@windlass/client';

/** Depths, rates and gaps cover seconds and minutes. The stream tells a book's quality at once. */
const qualityMs = 4_000;
/** For the service's own market lists, which it renews about every minute. */
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
