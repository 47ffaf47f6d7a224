import { useQueries } from '@tanstack/react-query';
import type { TradedAccountWire } from '@windlass/contract';
import { useClient } from '../../shared/api.tsx';
import type { AccountExposure } from './exposure.ts';
import { exposureQuery } from './queries.ts';

export interface ExposuresNow {
  readonly accounts: readonly AccountExposure[];
  readonly failures: readonly { readonly id: string; readonly error: Error }[];
  /** False while an account has not answered: only a part is known. */
  readonly isWhole: boolean;
}

/** Returns the exposure of the accounts, over spot and perpetuals. */
export function useExposures(accounts: readonly TradedAccountWire[]): ExposuresNow {
  const client = useClient();
  const answers = useQueries({
    queries: accounts.map(({ exchange_account_id: id }) => exposureQuery(client, id)),
  });
  return {
    accounts: answers.flatMap(({ data }) => (data ? [data] : [])),
    failures: accounts.flatMap(({ exchange_account_id: id }, at) => {
      const error = answers[at]?.error ?? null;
      return error === null ? [] : [{ id, error }];
    }),
    isWhole: answers.every(({ data }) => data !== undefined),
  };
}
