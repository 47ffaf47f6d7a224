import type { PerpsDialect } from '../../../shared/live/perpsDialect.ts';
import { futuresFundingRate } from './fundingRate.ts';
import { futuresFundingPayments, futuresRealizedPnl } from './ledger.ts';
import { readLeverage, setLeverage, setMarginMode } from './leverage.ts';
import { futuresMarkCandles } from './markCandles.ts';
import { futuresMarks } from './marks.ts';
import { futuresPositions } from './positions.ts';

/** Perpetuals and dated futures, in dollars and in coins. */
export const futuresPerps: PerpsDialect = {
  leverage: { get: readLeverage, set: setLeverage },
  setMarginMode,
  positions: futuresPositions,
  fundingPayments: futuresFundingPayments,
  realizedPnl: futuresRealizedPnl,
  fundingRate: futuresFundingRate,
  marks: futuresMarks,
  markCandles: futuresMarkCandles,
};
