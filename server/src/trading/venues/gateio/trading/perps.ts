import type { PerpsDialect } from '../../shared/live/perpsDialect.ts';
import { fundingRateOf } from './fundingRate.ts';
import { bookEntries } from './ledger.ts';
import { leverageOf, setLeverage, setMarginMode } from './leverage.ts';
import { markCandles } from './markCandles.ts';
import { readMarks } from './marks.ts';
import { openPositions } from './positions.ts';
import { rebates } from './rebates.ts';

/** Perpetuals in USDT and in BTC, and dated contracts in USDT. */
export const gateioPerps: PerpsDialect = {
  leverage: { get: leverageOf, set: setLeverage },
  setMarginMode,
  positions: openPositions,
  fundingPayments: (call, query) => bookEntries(call, query, 'fund'),
  realizedPnl: (call, query) => bookEntries(call, query, 'pnl'),
  fundingRate: fundingRateOf,
  marks: readMarks,
  markCandles,
  rebates,
};
