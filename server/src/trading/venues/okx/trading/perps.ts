import type { PerpsDialect } from '../../shared/live/perpsDialect.ts';
import { readFundingRate } from './fundingRate.ts';
import { readBills } from './ledger.ts';
import { fundingOf, profitOf } from './ledgerEntries.ts';
import { okxLeverage, setMarginMode } from './leverage.ts';
import { markCandles } from './markCandles.ts';
import { readMarks } from './marks.ts';
import { readPositions } from './positions.ts';

/** Swaps and dated futures, linear and inverse. */
export const okxPerps: PerpsDialect = {
  leverage: okxLeverage,
  setMarginMode,
  positions: readPositions,
  fundingPayments: (call, query) => readBills(call, query, fundingOf),
  realizedPnl: (call, query) => readBills(call, query, profitOf),
  fundingRate: readFundingRate,
  marks: readMarks,
  tellsAllMarks: true,
  markCandles,
};
