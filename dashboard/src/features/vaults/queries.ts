import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AnswerNote, Client, InputOf, Pagination } from '@windlass/client';
import type { VaultWire } from '@windlass/contract';

/**
 * The vault API counts requests per quarter of an hour, and balances change only when somebody asks
 * the ledger. So nothing here is polled, and data that was read once serves for a while.
 */
const calm = { staleTime: 120_000, refetchOnWindowFocus: false } as const;

export interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly pagination: Pagination | undefined;
}

/** Returns the rows of a list with their position in it. */
async function rowsOf<Row>(
  ask: (onAnswer: (note: AnswerNote) => void) => Promise<readonly Row[]>,
): Promise<Rows<Row>> {
  const heard: { pagination?: Pagination | undefined } = {};
  const rows = await ask(({ pagination }) => {
    heard.pagination = pagination;
  });
  return { rows, pagination: heard.pagination };
}

const listKey = ['vaults', 'list'] as const;

export const vaultsQuery = (client: Client, input: InputOf<'listVaults'>) =>
  queryOptions({
    ...calm,
    queryKey: [...listKey, input],
    queryFn: ({ signal }) => rowsOf((onAnswer) => client.listVaults(input, { signal, onAnswer })),
    placeholderData: keepPreviousData,
  });

export const vaultStatsQuery = (client: Client) =>
  queryOptions({
    ...calm,
    queryKey: ['vaults', 'stats'],
    queryFn: ({ signal }) => client.getVaultStats({}, { signal }),
  });

export const vaultQuery = (client: Client, id: string) =>
  queryOptions({
    ...calm,
    queryKey: ['vaults', 'one', id],
    queryFn: ({ signal }) => client.getVault({ id }, { signal }),
  });

/** Returns a vault that a list has already shown. */
export function listedVault(queries: QueryClient, id: string): VaultWire | undefined {
  const lists = queries.getQueriesData<Rows<VaultWire>>({ queryKey: listKey });
  return lists.flatMap(([, list]) => list?.rows ?? []).find((vault) => vault.id === id);
}

export const holdingsQuery = (client: Client, input: InputOf<'listHoldings'>) =>
  queryOptions({
    ...calm,
    queryKey: ['vaults', 'holdings', input.id, input],
    queryFn: ({ signal }) => rowsOf((onAnswer) => client.listHoldings(input, { signal, onAnswer })),
    placeholderData: (previous, query) => (query?.queryKey[2] === input.id ? previous : undefined),
  });

export const historyQuery = (client: Client, input: InputOf<'listHoldingHistory'>) =>
  queryOptions({
    ...calm,
    queryKey: ['vaults', 'history', input.id, input],
    queryFn: ({ signal }) =>
      rowsOf((onAnswer) => client.listHoldingHistory(input, { signal, onAnswer })),
    placeholderData: (previous, query) => (query?.queryKey[2] === input.id ? previous : undefined),
  });

/** Handles a changed vault: its own answer is its new state, and the lists are read again. */
export async function settleVault(queries: QueryClient, vault: VaultWire): Promise<void> {
  queries.setQueryData(['vaults', 'one', vault.id], vault);
  await settleRegistry(queries);
}

export async function settleRegistry(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: listKey }),
    queries.invalidateQueries({ queryKey: ['vaults', 'stats'] }),
  ]);
}

/** Handles a read of balances, of one vault or of many. */
export async function settleHoldings(queries: QueryClient, id?: string): Promise<void> {
  const of = id === undefined ? [] : [id];
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['vaults', 'holdings', ...of] }),
    queries.invalidateQueries({ queryKey: ['vaults', 'history', ...of] }),
  ]);
}
