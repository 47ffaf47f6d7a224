import { useQueries } from '@tanstack/react-query';
import type { TradedAccountWire } from '@windlass/contract';
import { useClient } from '../../shared/api.tsx';
import { useNow } from '../../shared/clock.ts';
import { moneyOf } from '../../shared/money.ts';
import type { AccountRisk } from './AccountsPanel.tsx';
import type { PositionRow } from './PositionsTable.tsx';
import { fundingRateQuery, positionsQuery } from './queries.ts';

/** An older answer means that several polls were missed. */
const oldMs = 20_000;

export interface PositionsNow {
  readonly rows: readonly PositionRow[];
  readonly risks: readonly AccountRisk[];
  readonly failures: readonly { readonly id: string; readonly error: Error }[];
  /** True when any of it is outdated. */
  readonly isOld: boolean;
  /** Time of the oldest answer; undefined before the first. */
  readonly heardAtMs: number | undefined;
}

/** Returns the positions of the accounts from each exchange's last answer. */
export function usePositions(accounts: readonly TradedAccountWire[]): PositionsNow {
  const client = useClient();
  const nowMs = useNow(5_000);
  const answers = useQueries({
    queries: accounts.map(({ exchange_account_id: id }) => positionsQuery(client, id)),
  });
  const heard = accounts.map((account, at) => {
    const { data, error = null, dataUpdatedAt = 0 } = answers[at] ?? {};
    const isOld = data !== undefined && (error !== null || nowMs - dataUpdatedAt > oldMs);
    return { account, data, error, dataUpdatedAt, isOld };
  });
  const found = heard.flatMap(({ account, data, isOld }) =>
    (data?.positions ?? []).map((position) => ({ position, money: moneyOf(account), isOld })),
  );
  const rates = useQueries({
    queries: found.map(({ position: { exchange_account_id, symbol } }) =>
      fundingRateQuery(client, { exchange_account_id, symbol }),
    ),
  });
  const times = heard.filter(({ data }) => data).map((entry) => entry.dataUpdatedAt);
  return {
    rows: found.map((row, at) => ({ ...row, funding: rates[at]?.data })),
    risks: heard.map(({ account, data, isOld }) => ({ account, risk: data?.risk, isOld })),
    failures: heard.flatMap(({ account, error }) =>
      error === null ? [] : [{ id: account.exchange_account_id, error }],
    ),
    isOld: heard.some((entry) => entry.isOld),
    heardAtMs: times.length === 0 ? undefined : Math.min(...times),
  };
}
