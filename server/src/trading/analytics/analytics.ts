import type { Account } from '../model/account.ts';
import type { MarketType } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenuePosition } from '../venues/perpsPort.ts';
import { type NavDeps, navUsd } from './nav.ts';
import { allPositions } from './positions/positions.ts';
import { type RiskSummary, summarizeRisk } from './positions/riskSummary.ts';
import { type CostQuery, type CostReport, type CostReportDeps, makeCostReport } from './report.ts';
import { createSummary } from './summary/summary.ts';
import type { SummaryReport } from './summary/types.ts';
import type { LedgerRecord, Page, ReportFill, ReportWindow, TwapRecord } from './types.ts';

export type AnalyticsDeps = NavDeps & CostReportDeps;

export interface FillsQuery extends ReportWindow, Page {
  readonly symbol: InstrumentSymbol | undefined;
}

export interface RebatesQuery extends ReportWindow, Page {
  readonly asset: string | undefined;
}

export interface TwapsQuery extends Page {
  readonly symbol: InstrumentSymbol | undefined;
}

export interface SummaryQuery extends ReportWindow {
  /** The accounts of the owner. */
  readonly accounts: readonly Account[];
}

export interface AssetSum {
  readonly asset: string;
  /** Exact decimal text. */
  readonly total: string;
  readonly count: number;
}

/** Reports on what was traded, earned and paid (Trading §4.4). The accounts must exist. */
export interface Analytics {
  /** Positions as the exchange reports them now. */
  positions(account: Account): Promise<{
    readonly positions: readonly VenuePosition[];
    readonly risk: RiskSummary;
  }>;
  summary(query: SummaryQuery): Promise<SummaryReport>;
  /** Lists the fills of contracts, newest first; so do the next two. */
  fills(
    accounts: readonly Account[],
    query: FillsQuery,
  ): Promise<{
    readonly orders: number;
    readonly total: number;
    readonly fills: readonly ReportFill[];
  }>;
  twaps(
    accounts: readonly Account[],
    query: TwapsQuery,
  ): Promise<{ readonly total: number; readonly twaps: readonly TwapRecord[] }>;
  rebates(
    accounts: readonly Account[],
    query: RebatesQuery,
  ): Promise<{ readonly rebates: readonly LedgerRecord[]; readonly sums: readonly AssetSum[] }>;
  costs(account: Account, query: CostQuery): Promise<CostReport>;
}

/** Types of contracts, dated ones included. */
const contractTypes: readonly MarketType[] = ['swap', 'future'];

export function createAnalytics(deps: AnalyticsDeps): Analytics {
  return {
    async positions(account) {
      const positions = await allPositions(deps.perps, account);
      return { positions, risk: await summarizeRisk(positions, deps.usd) };
    },
    summary: (query) => summarize(deps, query),
    costs: async (account, query) => {
      const nav = await navUsd(deps, account);
      return makeCostReport(deps, { ...query, account, navUsd: nav });
    },
    ...listsOf(deps),
  };
}

type Lists = Pick<Analytics, 'fills' | 'twaps' | 'rebates'>;

function listsOf({ store }: AnalyticsDeps): Lists {
  return {
    async fills(accounts, { page, size, ...query }) {
      const accountIds = idsOf(accounts);
      if (accountIds.length === 0) return { orders: 0, total: 0, fills: [] };
      const asked = { ...query, accountIds, marketTypes: contractTypes };
      const [counts, fills] = await Promise.all([
        store.fillCounts(asked),
        store.fillPage(asked, { page, size }),
      ]);
      return { orders: counts.orders, total: counts.fills, fills };
    },
    async twaps(accounts, { symbol, page, size }) {
      const accountIds = idsOf(accounts);
      if (accountIds.length === 0) return { total: 0, twaps: [] };
      return store.twapPage({ accountIds, symbol }, { page, size });
    },
    async rebates(accounts, { page, size, ...query }) {
      const accountIds = idsOf(accounts);
      if (accountIds.length === 0) return { rebates: [], sums: [] };
      const asked = { ...query, accountIds, kind: 'rebate' } as const;
      const [rebates, sums] = await Promise.all([
        store.ledgerPage(asked, { page, size }),
        store.ledgerSums(asked),
      ]);
      return { rebates, sums };
    },
  };
}

async function summarize(
  { store, usdNow }: AnalyticsDeps,
  { accounts, ...window }: SummaryQuery,
): Promise<SummaryReport> {
  const summary = createSummary(usdNow);
  const accountIds = idsOf(accounts);
  if (accountIds.length === 0) return summary.report();
  for (const kind of ['funding', 'realised'] as const) {
    for await (const part of store.ledger({ ...window, accountIds, kind })) summary.addLedger(part);
  }
  const fills = { ...window, accountIds, marketTypes: contractTypes, symbol: undefined };
  for await (const part of store.fills(fills)) summary.addFills(part);
  return summary.report();
}

function idsOf(accounts: readonly Account[]) {
  return accounts.map(({ id }) => id);
}
