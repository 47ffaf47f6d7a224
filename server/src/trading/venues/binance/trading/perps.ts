import { errorText } from '../../../../kit/errors.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { symbolParts } from '../../../model/symbol.ts';
import type { VenueResult } from '../../perpsPort.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import type { Endpoint } from '../../shared/live/endpoint.ts';
import type { PerpsDialect } from '../../shared/live/perpsDialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { readPositive } from '../../shared/wireFields.ts';
import {
  coinAccount,
  coinPositionRisk,
  income,
  type LeverageSet,
  leverageSet,
  marginTypeSet,
  positionRisk,
  symbolConfig,
} from './endpoints.ts';
import { readFundingRate } from './fundingRate.ts';
import { listIncomes } from './ledger.ts';
import { fieldsIn, idOf, type MarginType, marginTypeOf, recordIn } from './marginTypes.ts';
import { markCandles } from './markCandles.ts';
import { readMarks } from './marks.ts';
import { marginModeOf, openPositions, type PositionBooks, settingFor } from './positions.ts';

/** Returns the pair: the coin-margined endpoints list by pair, and not by symbol. */
export function pairIn(symbol: InstrumentSymbol | undefined): string | undefined {
  if (symbol === undefined) return undefined;
  const { base, quote } = symbolParts(symbol);
  return `${base}${quote}`;
}

const books: PositionBooks = {
  usdm: {
    // The newest version leaves out flat positions, and their leverage and margin mode with them.
    risks: async (call, symbol) =>
      fieldsIn(await positionRisk(call.client, { symbol: idIn(call, symbol) })),
    settings: async (call, symbol) =>
      fieldsIn(await symbolConfig(call.client, { symbol: idIn(call, symbol) })),
  },
  coinm: {
    risks: async ({ client }, symbol) =>
      fieldsIn(await coinPositionRisk(client, { pair: pairIn(symbol) })),
    // The list of positions has no margins here.
    settings: async ({ client }) => fieldsIn(recordIn(await coinAccount(client, {})).positions),
  },
};

/** Perpetuals and dated contracts, margined in dollars and in coins. */
export const binancePerps: PerpsDialect = {
  leverage: leverageAt(books, leverageSet),
  async setMarginMode({ client }, { symbol, marginMode }) {
    try {
      const result = await marginTypeSet[marginTypeOf(symbol)](client, {
        symbol: idOf(client, symbol),
        marginType: marginMode === 'cross' ? 'CROSSED' : 'ISOLATED',
      });
      return { result: recordIn(result) };
    } catch (error) {
      if (!isSetAlready(error)) throw error;
      return alreadySet;
    }
  },
  positions: (call, marketType, symbol) => openPositions(books, call, { marketType, symbol }),
  fundingPayments: (call, query) => listIncomes(income, call, { ...query, kind: 'FUNDING_FEE' }),
  realizedPnl: (call, query) => listIncomes(income, call, { ...query, kind: 'REALIZED_PNL' }),
  fundingRate: readFundingRate,
  marks: readMarks,
  markCandles,
};

/** Creates the leverage calls of accounts of either kind, which have different endpoints. */
export function leverageAt(
  own: PositionBooks,
  settings: Readonly<Record<MarginType, Endpoint<LeverageSet>>>,
): Required<PerpsDialect>['leverage'] {
  return {
    async get(call, { symbol }) {
      const current = await own[marginTypeOf(symbol)].settings(call, symbol);
      const found = settingFor(current, { symbol: idOf(call.client, symbol) });
      const setting = required(found, 'leverage of a market');
      return { leverage: readPositive(setting.leverage), marginMode: marginModeOf(setting) };
    },
    async set({ client }, { symbol, leverage }) {
      const setting = { symbol: idOf(client, symbol), leverage };
      return { result: recordIn(await settings[marginTypeOf(symbol)](client, setting)) };
    },
  };
}

/** The venue calls it an error, although the mode is the wanted one. */
const alreadySet: VenueResult = { result: { code: -4046, msg: 'No need to change margin type.' } };

function isSetAlready(error: unknown): boolean {
  return /"code":\s*-4046\b/.test(errorText(error));
}

function idIn({ client }: DialectCall, symbol: InstrumentSymbol | undefined): string | undefined {
  return symbol === undefined ? undefined : idOf(client, symbol);
}
