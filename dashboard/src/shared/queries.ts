import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@windlass/client';

/** Only a restart changes what runs here. The page asks again when it becomes visible. */
const settledMs = 60_000;

export const serviceQuery = (client: Client) =>
  queryOptions({
    queryKey: ['service'],
    queryFn: ({ signal }) => client.getServiceInfo({}, { signal }),
    staleTime: settledMs,
  });

export const accountsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['accounts'],
    queryFn: ({ signal }) => client.listTradedAccounts({}, { signal }),
    staleTime: settledMs,
    select: ({ accounts }) => accounts,
  });

export const symbolsQuery = (client: Client, market_type: 'spot' | 'perp') =>
  queryOptions({
    queryKey: ['symbols', market_type],
    queryFn: ({ signal }) => client.listMarketSymbols({ market_type, limit: 500 }, { signal }),
    staleTime: settledMs,
    select: ({ symbols }) => symbols,
  });
