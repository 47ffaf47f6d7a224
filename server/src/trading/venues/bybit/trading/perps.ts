import type { PerpsDialect } from '../../shared/live/perpsDialect.ts';
import { fundingRate } from './fundingRate.ts';
import { fundingPayments, realizedPnl } from './ledger.ts';
import { setLeverage, setMarginMode } from './leverage.ts';
import { markCandles } from './markCandles.ts';
import { readMarks } from './marks.ts';
import { accountMarginMode, leverageOf, openPositions } from './positions.ts';
import { listedOf } from './rows.ts';

/**
 * Contracts of a unified account. Its only wallet serves them too: there is nothing to transfer.
 */
export const bybitPerps: PerpsDialect = {
  leverage: {
    async get(call, { symbol }) {
      const leverage = await leverageOf(call, listedOf(call, symbol));
      return { leverage, marginMode: await accountMarginMode(call) };
    },
    set: setLeverage,
  },
  setMarginMode,
  positions: openPositions,
  fundingPayments,
  realizedPnl,
  fundingRate,
  marks: readMarks,
  markCandles,
};
