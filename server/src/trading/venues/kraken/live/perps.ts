import type { PerpsDialect } from '../../shared/live/perpsDialect.ts';
import { futuresFundingRate } from './futuresFundingRate.ts';
import { futuresFundingPayments, futuresRealizedPnl } from './futuresLedger.ts';
import { readLeverage, setLeverage, setMarginMode } from './futuresLeverage.ts';
import { futuresMarkCandles } from './futuresMarkCandles.ts';
import { futuresMarks } from './futuresMarks.ts';
import { futuresPositions } from './futuresPositions.ts';

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
