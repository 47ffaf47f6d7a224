import { queryOptions } from '@tanstack/react-query';
import type { AnswerNote, Client, InputOf } from '@windlass/client';
import { riskSummaryShape } from '@windlass/contract';
import type { ReportOwner } from './owner.ts';

/** Slow polls, yet close enough to the exchange to decide by them. */
const positionsMs = 4_000;
const balancesMs = 5_000;
/** The service keeps a rate for this long. */
const fundingRateMs = 30_000;
/** The service reads them about once a minute. */
const recordsMs = 30_000;
const settledMs = 60_000;

/** Common start of this page's query keys: everything that an order may have changed. */
export const positionsKey = ['positions'] as const;

export const positionsQuery = (client: Client, exchange_account_id: string) =>
  queryOptions({
    queryKey: [...positionsKey, 'open', exchange_account_id],
    refetchInterval: positionsMs,
    queryFn: async ({ signal }) => {
      let note: AnswerNote | undefined;
      const onAnswer = (told: AnswerNote) => {
        note = told;
      };
      const asked = { exchange_account_id };
      const positions = await client.getEnhancedPositions(asked, { signal, onAnswer });
      const risk = riskSummaryShape.safeParse(note?.beside?.risk_summary);
      return { positions, risk: risk.success ? risk.data : undefined };
    },
  });

type Market = Pick<InputOf<'getFundingRate'>, 'exchange_account_id' | 'symbol'>;

export const fundingRateQuery = (client: Client, market: Market) =>
  queryOptions({
    queryKey: [...positionsKey, 'funding-rate', market.exchange_account_id, market.symbol],
    queryFn: ({ signal }) => client.getFundingRate(market, { signal }),
    refetchInterval: fundingRateMs,
    staleTime: fundingRateMs,
  });

type WalletOfAccount = Pick<InputOf<'getBalance'>, 'exchange_account_id' | 'market_type'>;

export const exposureQuery = (client: Client, exchange_account_id: string) =>
  queryOptions({
    queryKey: [...positionsKey, 'exposure', exchange_account_id],
    queryFn: ({ signal }) => client.getExposure({ exchange_account_id }, { signal }),
    refetchInterval: balancesMs,
  });

export const balanceQuery = (client: Client, wallet: WalletOfAccount) =>
  queryOptions({
    queryKey: [...positionsKey, 'balances', wallet.exchange_account_id, wallet.market_type],
    queryFn: ({ signal }) => client.getBalance(wallet, { signal }),
    refetchInterval: balancesMs,
  });

export const leverageQuery = (client: Client, market: Market) =>
  queryOptions({
    queryKey: [...positionsKey, 'leverage', market.exchange_account_id, market.symbol],
    queryFn: ({ signal }) => client.getLeverage(market, { signal }),
  });

/** Returns the query of further account data, for admins only. */
export const accountRecordsQuery = (client: Client) =>
  queryOptions({
    queryKey: [...positionsKey, 'account-records'],
    queryFn: ({ signal }) => client.listAccounts({}, { signal }),
    staleTime: settledMs,
    select: ({ accounts }) => accounts,
  });

export const portfolioMarginQuery = (client: Client, exchange_account_id: string) =>
  queryOptions({
    queryKey: [...positionsKey, 'portfolio-margin', exchange_account_id],
    queryFn: async ({ signal }) => {
      const asked = { exchange_account_id };
      const [balance, account] = await Promise.all([
        client.getPortfolioMarginBalance(asked, { signal }),
        client.getPortfolioMarginAccount(asked, { signal }),
      ]);
      return { assets: balance.assets, margin: account.papi_um_account };
    },
    refetchInterval: balancesMs,
  });

export interface RecordQuestion {
  readonly owner: ReportOwner;
  /** One of `ranges`: the window begins this many days before the request. */
  readonly days: number | undefined;
}

/** Returns the fields of every question about the past. `nowMs` is the time of the request. */
function windowOf({ owner, days }: RecordQuestion, nowMs: number) {
  return { ...owner, ...(days !== undefined && { start_ts: nowMs - days * 86_400_000 }) };
}

interface PageOf extends RecordQuestion {
  readonly page: number;
}

/** Number of records that are read at once. */
export const pageSize = 25;

export const perpsSummaryQuery = (client: Client, asked: RecordQuestion, now: () => number) =>
  queryOptions({
    queryKey: [...positionsKey, 'perps-summary', asked],
    queryFn: ({ signal }) => client.getPerpsSummary(windowOf(asked, now()), { signal }),
    refetchInterval: recordsMs,
  });

export const perpFillsQuery = (client: Client, asked: PageOf, now: () => number) =>
  queryOptions({
    queryKey: [...positionsKey, 'perp-fills', asked],
    queryFn: ({ signal }) => {
      const { page } = asked;
      return client.listPerpFills({ ...windowOf(asked, now()), page, size: pageSize }, { signal });
    },
    refetchInterval: recordsMs,
  });

export const rebatesQuery = (client: Client, asked: PageOf, now: () => number) =>
  queryOptions({
    queryKey: [...positionsKey, 'rebates', asked],
    queryFn: ({ signal }) => {
      const { page } = asked;
      return client.listRebates({ ...windowOf(asked, now()), page, size: pageSize }, { signal });
    },
    refetchInterval: recordsMs,
  });

export const twapOrdersQuery = (client: Client, { owner, page }: PageOf) =>
  queryOptions({
    queryKey: [...positionsKey, 'twap-orders', owner, page],
    queryFn: ({ signal }) => client.listTwapOrders({ ...owner, page, size: pageSize }, { signal }),
    refetchInterval: recordsMs,
  });

/** Most records of one answer that a table shows. */
export const ledgerLimit = 200;

export const ledgerQuery = (
  client: Client,
  kind: 'funding' | 'realised',
  exchange_account_id: string,
) =>
  queryOptions({
    queryKey: [...positionsKey, 'ledger', kind, exchange_account_id],
    queryFn: async ({ signal }) => {
      const asked = { exchange_account_id, limit: ledgerLimit };
      if (kind === 'realised') return (await client.getRealizedPnl(asked, { signal })).entries;
      return (await client.getFundingHistory(asked, { signal })).payments;
    },
    refetchInterval: recordsMs,
  });
