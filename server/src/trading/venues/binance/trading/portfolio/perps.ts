import type { PerpsDialect } from '../../../shared/live/perpsDialect.ts';
import { readFundingRate } from '../fundingRate.ts';
import { listIncomes } from '../ledger.ts';
import { fieldsIn, idOf, recordIn } from '../marginTypes.ts';
import { markCandles } from '../markCandles.ts';
import { readMarks } from '../marks.ts';
import { leverageAt, pairIn } from '../perps.ts';
import { openPositions, type PositionBooks } from '../positions.ts';
import {
  coinPositionRisk,
  contractAccount,
  income,
  leverageSet,
  positionRisk,
} from './endpoints.ts';

/**
 * The lists of positions have leverage and no margins; the endpoints of either kind of account have
 * these.
 */
const books: PositionBooks = {
  usdm: {
    async risks({ client }, symbol) {
      const id = symbol === undefined ? undefined : idOf(client, symbol);
      return fieldsIn(await positionRisk(client, { symbol: id }));
    },
    settings: async ({ client }) =>
      fieldsIn(recordIn(await contractAccount.usdm(client, {})).positions),
  },
  coinm: {
    risks: async ({ client }, symbol) =>
      fieldsIn(await coinPositionRisk(client, { pair: pairIn(symbol) })),
    settings: async ({ client }) =>
      fieldsIn(recordIn(await contractAccount.coinm(client, {})).positions),
  },
};

/** All positions are margined together: there is no margin mode to set. */
export const binancePortfolioPerps: PerpsDialect = {
  leverage: leverageAt(books, leverageSet),
  positions: (call, marketType, symbol) => openPositions(books, call, { marketType, symbol }),
  fundingPayments: (call, query) => listIncomes(income, call, { ...query, kind: 'FUNDING_FEE' }),
  realizedPnl: (call, query) => listIncomes(income, call, { ...query, kind: 'REALIZED_PNL' }),
  fundingRate: readFundingRate,
  marks: readMarks,
  markCandles,
};
