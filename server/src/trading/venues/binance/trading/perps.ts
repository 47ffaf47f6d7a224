import { errorText } from '../../../../kit/errors.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { symbolParts } from '../../../model/symbol.ts';
import type { VenueResult } from '../../perpsPort.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import type { PerpsDialect } from '../../shared/live/perpsDialect.ts';
import { told } from '../../shared/live/shapes.ts';
import { readPositive } from '../../shared/wireFields.ts';
import { readFundingRate } from './fundingRate.ts';
import { type Endpoint, fieldsIn, houseOf, idOf, listAt, recordAt, recordIn } from './houses.ts';
import { type IncomeBooks, listIncomes } from './ledger.ts';
import { markCandles } from './markCandles.ts';
import { readMarks } from './marks.ts';
import { marginModeOf, openPositions, type PositionBooks, settingFor } from './positions.ts';

/** Returns the pair: the coin-margined endpoints list by pair, and not by symbol. */
export function pairOf(symbol: InstrumentSymbol): string {
  const { base, quote } = symbolParts(symbol);
  return `${base}${quote}`;
}

const books: PositionBooks = {
  usdm: {
    // The newest version leaves out flat positions, and their leverage and margin mode with them.
    risks: (call, symbol) =>
      listAt(call, { path: 'positionRisk', api: 'fapiPrivateV3' }, named(call, symbol)),
    settings: (call, symbol) =>
      listAt(call, { path: 'symbolConfig', api: 'fapiPrivate' }, named(call, symbol)),
  },
  coinm: {
    risks: (call, symbol) =>
      listAt(
        call,
        { path: 'positionRisk', api: 'dapiPrivate' },
        symbol === undefined ? {} : { pair: pairOf(symbol) },
      ),
    // The list of positions has no margins here.
    async settings(call) {
      return fieldsIn(
        (await recordAt(call, { path: 'account', api: 'dapiPrivate' }, {})).positions,
      );
    },
  },
};

const incomes: IncomeBooks = {
  usdm: { path: 'income', api: 'fapiPrivate' },
  coinm: { path: 'income', api: 'dapiPrivate' },
};

const houses = { usdm: 'fapiPrivate', coinm: 'dapiPrivate' } as const;

/** Perpetuals and dated contracts, margined in dollars and in coins. */
export const binancePerps: PerpsDialect = {
  leverage: leverageAt(books, (symbol) => ({ path: 'leverage', api: houses[houseOf(symbol)] })),
  async setMarginMode({ client }, { symbol, marginMode }) {
    const marginType = marginMode === 'cross' ? 'CROSSED' : 'ISOLATED';
    const setting = { symbol: idOf(client, symbol), marginType };
    try {
      const api = houses[houseOf(symbol)];
      return { result: recordIn(await client.request('marginType', api, 'POST', setting)) };
    } catch (error) {
      if (!isSetAlready(error)) throw error;
      return alreadySet;
    }
  },
  positions: (call, marketType, symbol) => openPositions(books, call, { marketType, symbol }),
  fundingPayments: (call, query) => listIncomes(incomes, call, { ...query, kind: 'FUNDING_FEE' }),
  realizedPnl: (call, query) => listIncomes(incomes, call, { ...query, kind: 'REALIZED_PNL' }),
  fundingRate: readFundingRate,
  marks: readMarks,
  markCandles,
};

/** Creates the leverage calls of accounts of either kind, which have different endpoints. */
export function leverageAt(
  own: PositionBooks,
  settingAt: (symbol: InstrumentSymbol) => Endpoint,
): Required<PerpsDialect>['leverage'] {
  return {
    async get(call, { symbol }) {
      const settings = await own[houseOf(symbol)].settings(call, symbol);
      const found = settingFor(settings, { symbol: idOf(call.client, symbol) });
      const setting = told(found, 'leverage of a market');
      return { leverage: readPositive(setting.leverage), marginMode: marginModeOf(setting) };
    },
    async set({ client }, { symbol, leverage }) {
      const { path, api } = settingAt(symbol);
      const setting = { symbol: idOf(client, symbol), leverage };
      return { result: recordIn(await client.request(path, api, 'POST', setting)) };
    },
  };
}

/** The venue calls it an error, although the mode is the wanted one. */
const alreadySet: VenueResult = { result: { code: -4046, msg: 'No need to change margin type.' } };

function isSetAlready(error: unknown): boolean {
  return /"code":\s*-4046\b/.test(errorText(error));
}

function named({ client }: DialectCall, symbol: InstrumentSymbol | undefined) {
  return symbol === undefined ? {} : { symbol: idOf(client, symbol) };
}
