import type { PerpsDialect } from '../../../shared/live/perpsDialect.ts';
import { readFundingRate } from '../fundingRate.ts';
import { fieldsIn, houseOf, idOf, listAt, recordAt } from '../houses.ts';
import { type IncomeBooks, listIncomes } from '../ledger.ts';
import { markCandles } from '../markCandles.ts';
import { readMarks } from '../marks.ts';
import { leverageAt, pairOf } from '../perps.ts';
import { openPositions, type PositionBooks } from '../positions.ts';

const api = 'papi';

/**
 * The lists of positions have leverage and no margins; the endpoints of either kind of account have
 * these.
 */
const books: PositionBooks = {
  usdm: {
    risks: (call, symbol) =>
      listAt(
        call,
        { path: 'um/positionRisk', api },
        symbol === undefined ? {} : { symbol: idOf(call.client, symbol) },
      ),
    settings: async (call) =>
      fieldsIn((await recordAt(call, { path: 'um/account', api }, {})).positions),
  },
  coinm: {
    risks: (call, symbol) =>
      listAt(
        call,
        { path: 'cm/positionRisk', api },
        symbol === undefined ? {} : { pair: pairOf(symbol) },
      ),
    settings: async (call) =>
      fieldsIn((await recordAt(call, { path: 'cm/account', api }, {})).positions),
  },
};

const incomes: IncomeBooks = {
  usdm: { path: 'um/income', api },
  coinm: { path: 'cm/income', api },
};

/** All positions are margined together: there is no margin mode to set. */
export const binancePortfolioPerps: PerpsDialect = {
  leverage: leverageAt(books, (symbol) => ({
    path: houseOf(symbol) === 'usdm' ? 'um/leverage' : 'cm/leverage',
    api,
  })),
  positions: (call, marketType, symbol) => openPositions(books, call, { marketType, symbol }),
  fundingPayments: (call, query) => listIncomes(incomes, call, { ...query, kind: 'FUNDING_FEE' }),
  realizedPnl: (call, query) => listIncomes(incomes, call, { ...query, kind: 'REALIZED_PNL' }),
  fundingRate: readFundingRate,
  marks: readMarks,
  markCandles,
};
