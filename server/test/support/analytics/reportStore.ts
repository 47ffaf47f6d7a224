import type {
  LedgerRecord,
  Page,
  ReportFill,
  ReportStore,
  ShortfallOrder,
  TwapRecord,
} from '../../../src/trading/analytics/types.ts';

/** The content of the store; absent lists are empty. */
export interface ReportRecords {
  readonly fills?: readonly ReportFill[];
  readonly ledger?: readonly LedgerRecord[];
  readonly twaps?: readonly TwapRecord[];
  readonly orders?: readonly ShortfallOrder[];
  readonly kinds?: Readonly<Record<string, string>>;
  /** Fills per part. */
  readonly partSize?: number;
}

/** Creates a store of reports on lists, oldest first. */
export function createListedReports(records: ReportRecords): ReportStore {
  const { fills = [], ledger = [], twaps = [], orders = [], kinds = {}, partSize = 2 } = records;
  const fillsOf: ListOf<'fillCounts', ReportFill> = (query) =>
    fills.filter(
      (fill) =>
        query.accountIds.includes(fill.accountId) &&
        query.marketTypes.includes(fill.marketType) &&
        (query.symbol ?? fill.symbol) === fill.symbol &&
        isWithin(fill, query),
    );
  const ledgerOf: ListOf<'ledgerSums', LedgerRecord> = (query) =>
    ledger.filter(
      (record) =>
        query.accountIds.includes(record.accountId) &&
        query.kind === record.kind &&
        (query.asset ?? record.asset) === record.asset &&
        isWithin(record, query),
    );
  return {
    fills: (query) => partsOf(fillsOf(query), partSize),
    fillPage: async (query, page) => pageOf(fillsOf(query), page),
    async fillCounts(query) {
      const found = fillsOf(query);
      const orderIds = new Set(found.map(({ venueOrderId }) => venueOrderId));
      return { orders: orderIds.size, fills: found.length };
    },
    ledger: (query) => partsOf(ledgerOf(query), partSize),
    ledgerPage: async (query, page) => pageOf(ledgerOf(query), page),
    async ledgerSums(query) {
      const found = ledgerOf(query);
      return [...new Set(found.map(({ asset }) => asset))].map((asset) => {
        const own = found.filter((record) => record.asset === asset);
        const total = own.reduce((sum, { amount }) => sum + Number(amount), 0);
        return { asset, total: String(total), count: own.length };
      });
    },
    async twapPage({ accountIds, symbol }, page) {
      const found = twaps.filter(
        (twap) => accountIds.includes(twap.accountId) && (symbol ?? twap.symbol) === twap.symbol,
      );
      return { total: found.length, twaps: pageOf(found, page) };
    },
    parentKinds: async (ids) => new Map(Object.entries(kinds).filter(([id]) => ids.includes(id))),
    shortfallOrders: async () => orders,
  };
}

type ListOf<Name extends 'fillCounts' | 'ledgerSums', Row> = (
  query: Parameters<ReportStore[Name]>[0],
) => readonly Row[];

interface Window {
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

function isWithin({ atMs }: { readonly atMs: number }, { fromMs, toMs }: Window): boolean {
  return atMs >= (fromMs ?? atMs) && atMs <= (toMs ?? atMs);
}

function pageOf<Row>(rows: readonly Row[], { page, size }: Page): readonly Row[] {
  return rows.toReversed().slice(page * size, (page + 1) * size);
}

async function* partsOf<Row>(rows: readonly Row[], size: number): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
