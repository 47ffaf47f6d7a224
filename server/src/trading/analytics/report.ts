import type { Fees } from '../fees/types.ts';
import type { Account } from '../model/account.ts';
import type { MarketType } from '../model/order.ts';
import { type InstrumentSymbol, symbolParts } from '../model/symbol.ts';
import type { UsdNow } from './feeRate.ts';
import { createSlippageBins, type SlippageBin } from './slippageBins.ts';
import { createTca } from './tca/tca.ts';
import type { TcaReport, TcaTerms } from './tca/types.ts';
import type { ReportFill, ReportStore, ReportWindow, ShortfallOrder } from './types.ts';

export interface CostQuery {
  readonly marketType: 'swap' | 'spot';
  readonly symbol: InstrumentSymbol | undefined;
  readonly fromMs: number;
  readonly toMs: number;
  readonly horizon: TcaTerms['horizon'];
}

export interface CostReport {
  readonly terms: TcaTerms;
  readonly report: TcaReport;
  /** The number of fills by slippage; empty for spot. */
  readonly slippageBins: readonly SlippageBin[];
}

export interface CostReportDeps {
  readonly store: ReportStore;
  readonly fees: Pick<Fees, 'of'>;
  readonly usdNow: UsdNow;
  /** Returns true when the exchange omits the fees of single fills. */
  readonly estimatesFees: (account: Account, marketType: MarketType) => Promise<boolean>;
}

export interface CostReportQuery extends CostQuery {
  readonly account: Account;
  readonly navUsd: number | undefined;
}

/** Reads the fills of the window part by part, so that other work runs in between. */
export async function makeCostReport(
  deps: CostReportDeps,
  query: CostReportQuery,
): Promise<CostReport> {
  const { store } = deps;
  const { account, symbol, marketType, fromMs, toMs } = query;
  const window = { fromMs, toMs };
  const fills = { ...window, symbol, accountIds: [account.id], marketTypes: typesOf(marketType) };
  const [[latest], rebatesUsd, orders] = await Promise.all([
    store.fillPage(fills, { page: 0, size: 1 }),
    rebatesIn(deps, query, window),
    store.shortfallOrders(account.id, window, symbol),
  ]);
  const parents = createParents(store);
  const terms: TcaTerms = {
    accountId: account.id,
    ...window,
    marketType,
    symbol,
    horizon: query.horizon,
    // Without a symbol, the fees of the market that was traded last represent the account's.
    tier: await deps.fees.of(account, symbol ?? latest?.symbol),
    navUsd: query.navUsd,
    rebatesUsd,
    usdNow: deps.usdNow,
    isEstimated: await deps.estimatesFees(account, marketType),
    orders: orders.filter((order) => isOfType(order, marketType)),
  };
  const tca = createTca(terms);
  const bins = createSlippageBins();
  for await (const part of store.fills({ ...fills, toMs: tca.untilMs })) {
    tca.add(part, await parents.of(part));
    if (marketType === 'swap') bins.add(part.filter(({ atMs }) => atMs <= toMs));
  }
  return { terms, report: tca.report(), slippageBins: bins.bins() };
}

function typesOf(marketType: CostQuery['marketType']): readonly MarketType[] {
  return marketType === 'spot' ? ['spot'] : ['swap', 'future'];
}

function isOfType({ symbol }: ShortfallOrder, marketType: CostQuery['marketType']): boolean {
  const isSpot = symbolParts(symbol).settle === undefined;
  return isSpot === (marketType === 'spot');
}

/** Caches the types of the parents of fills. Asks once for each, even for one that is gone. */
function createParents(store: ReportStore) {
  const known = new Map<string, string>();
  const asked = new Set<string>();
  return {
    async of(fills: readonly ReportFill[]): Promise<ReadonlyMap<string, string>> {
      const unknown: string[] = [];
      for (const { parentId } of fills) {
        if (parentId === undefined || asked.has(parentId)) continue;
        asked.add(parentId);
        unknown.push(parentId);
      }
      if (unknown.length === 0) return known;
      for (const [id, kind] of await store.parentKinds(unknown)) known.set(id, kind);
      return known;
    },
  };
}

/** Returns the USD of the window's rebates, without those whose worth is not known. */
async function rebatesIn(
  { store, usdNow }: CostReportDeps,
  { account, marketType }: CostReportQuery,
  window: ReportWindow,
): Promise<number> {
  const types = typesOf(marketType);
  const query = { ...window, accountIds: [account.id], kind: 'rebate' } as const;
  let total = 0;
  for await (const part of store.ledger(query)) {
    const counted = part.filter((record) => types.includes(record.marketType));
    for (const { amount, usd, asset } of counted) {
      total += Number(amount) * (usd ?? usdNow(asset) ?? 0);
    }
  }
  return total;
}
