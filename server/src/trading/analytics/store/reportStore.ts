import type { Clock } from '../../../kit/clock.ts';
import type { Store } from '../../../store/types.ts';
import type { ReportStore } from '../types.ts';
import { createFillCounts, type NewFill } from './fillCounts.ts';
import { readFillPage, readFills } from './fillReads.ts';
import { readLedger, readLedgerPage, sumLedger } from './ledgerReads.ts';
import { type ParentsObserver, readParentKinds, readShortfallOrders } from './parents.ts';
import { readTwapPage } from './twapReads.ts';

export interface ReportStoreDeps {
  readonly db: Store['db'];
  readonly clock: Pick<Clock, 'now'>;
  /** Calls the listener with every new fill, once it is stored. */
  readonly onFill: (listener: (fill: NewFill) => void) => unknown;
  readonly observe: ParentsObserver;
  /** Types of algorithms with two legs. */
  readonly pairTypes: readonly string[];
}

/** Creates the store that reports read from. */
export function createReportStore(deps: ReportStoreDeps): ReportStore {
  const { db, clock, onFill, observe, pairTypes } = deps;
  return {
    fills: (query) => readFills(db, query),
    fillPage: (query, page) => readFillPage(db, query, page),
    fillCounts: createFillCounts({ db, clock, onFill }),
    ledger: (query) => readLedger(db, query),
    ledgerPage: (query, page) => readLedgerPage(db, query, page),
    ledgerSums: (query) => sumLedger(db, query),
    twapPage: (query, page) => readTwapPage(db, query, page),
    parentKinds: (ids) => readParentKinds(db, ids),
    shortfallOrders: (accountId, window, symbol) =>
      readShortfallOrders(db, { ...window, accountId, symbol, pairTypes }, observe),
  };
}
