import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client, InputOf } from '@windlass/client';
import type { OpenOrderPlace } from './openOrders.ts';

/** Polls are slow: faster data has a stream. */
const quickMs = 3_000;
const slowMs = 15_000;

export const healthQuery = (client: Client) =>
  queryOptions({
    queryKey: ['system', 'health'],
    queryFn: ({ signal }) => client.getHealth({}, { signal }),
    refetchInterval: slowMs,
  });

export const subscriptionsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['system', 'subscriptions'],
    queryFn: ({ signal }) => client.listBookSubscriptions({}, { signal }),
    refetchInterval: quickMs,
  });

export const bookStatsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['system', 'book stats'],
    queryFn: ({ signal }) => client.getOrderbookStats({}, { signal }),
    refetchInterval: quickMs,
  });

export const qualityQuery = (client: Client, symbol: string) =>
  queryOptions({
    queryKey: ['system', 'quality', symbol],
    queryFn: ({ signal }) => client.getBookQuality({ symbol }, { signal }),
    refetchInterval: quickMs,
  });

/** Returns the query of data that only admins may see: limits, credentials. */
export const accountRecordsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['system', 'accounts'],
    queryFn: ({ signal }) => client.listAccounts({}, { signal }),
    select: ({ accounts }) => accounts,
    refetchInterval: slowMs,
  });

export const dailyLimitQuery = (client: Client, exchange_account_id: string) =>
  queryOptions({
    queryKey: ['system', 'daily limit', exchange_account_id],
    queryFn: ({ signal }) => client.getDailyLimit({ exchange_account_id }, { signal }),
    refetchInterval: slowMs,
  });

/** Returns the query of exchange capabilities. Only a new version of the service changes them. */
export const capabilitiesQuery = (client: Client) =>
  queryOptions({
    queryKey: ['capabilities'],
    queryFn: ({ signal }) => client.getCapabilities({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    select: (capabilities) => ('exchanges' in capabilities ? capabilities.exchanges : {}),
  });

/** Requested anew each time: it tells what a halt would cancel. */
export const openOrdersQuery = (client: Client, place: OpenOrderPlace) =>
  queryOptions({
    queryKey: ['system', 'open orders', place],
    queryFn: ({ signal }) => client.listOpenOrders(place, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const reconciliationQuery = (client: Client, input: InputOf<'getReconciliation'>) =>
  queryOptions({
    queryKey: ['system', 'reconciliation', input],
    queryFn: ({ signal }) => client.getReconciliation(input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: slowMs,
  });

export const auditQuery = (client: Client, input: InputOf<'listAudit'>) =>
  queryOptions({
    queryKey: ['system', 'audit', input],
    queryFn: ({ signal }) => client.listAudit(input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: slowMs,
  });

export const keysQuery = (client: Client) =>
  queryOptions({
    queryKey: ['system', 'keys'],
    queryFn: ({ signal }) => client.listKeys({}, { signal }),
    select: ({ keys }) => keys,
  });

export const webhooksQuery = (client: Client) =>
  queryOptions({
    queryKey: ['system', 'webhooks'],
    queryFn: ({ signal }) => client.listWebhooks({}, { signal }),
    select: ({ webhooks }) => webhooks,
    refetchInterval: slowMs,
  });

export const deadLettersQuery = (client: Client, input: InputOf<'listDeadLetters'>) =>
  queryOptions({
    queryKey: ['system', 'dead letters', input],
    queryFn: ({ signal }) => client.listDeadLetters(input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: slowMs,
  });
