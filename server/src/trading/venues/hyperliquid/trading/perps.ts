import type { PerpsDialect } from '../../shared/live/perpsDialect.ts';
import { fundingRate } from './fundingRate.ts';
import { fundingPayments, realizedPnl } from './ledger.ts';
import { readMarks } from './marks.ts';
import { openPositions } from './positions.ts';
import { twapFills, twaps } from './twaps.ts';

/** Positions are only read: no leverage, no margin mode and no transfers (Trading §4.2). */
export const hyperliquidPerps: PerpsDialect = {
  positions: openPositions,
  fundingPayments,
  realizedPnl,
  fundingRate,
  marks: readMarks,
  tellsAllMarks: true,
  twapFills,
  twaps,
};
