import { Secret } from '../../../src/kit/secret.ts';
import { parseSymbol } from '../../../src/trading/model/symbol.ts';
import { binanceDialect } from '../../../src/trading/venues/binance/trading/dialect.ts';
import { binancePerps } from '../../../src/trading/venues/binance/trading/perps.ts';
import { binancePortfolioDialect } from '../../../src/trading/venues/binance/trading/portfolio/dialect.ts';
import { readBalances } from '../../../src/trading/venues/binance/trading/portfolio/portfolioMargin.ts';
import type { VenuePosition } from '../../../src/trading/venues/perpsPort.ts';
import {
  type AnsweredCase,
  type Reading,
  runRecordedResponses,
} from '../../support/ccxt/recordedResponses.ts';

const credentials = { apiKey: new Secret('key'), apiSecret: new Secret('secret') };
const markets = [
  { id: 'BTCUSDT', symbol: 'BTC/USDT:USDT' },
  { id: 'BTCUSD_PERP', symbol: 'BTC/USD:BTC', contractSize: 100 },
];
const swap = 'swap';

runRecordedResponses({
  folder: 'binance',
  dialect: binanceDialect,
  markets,
  credentials,
  methods: ['fetchPositions', 'fetchMarginMode', 'fetchMarginAdjustmentHistory'],
  read,
});

runRecordedResponses({
  folder: 'binance',
  dialect: binancePortfolioDialect,
  markets,
  credentials,
  methods: ['fetchBalance'],
  read: ({ description }) =>
    /papi/.test(description)
      ? { call: { reads: readBalances }, meant: wantedBalances }
      : 'the usual wallets are read in the cases of orders',
});

// biome-ignore lint/suspicious/noExplicitAny: a record of somebody else's reading
type Row = any;

function read({ method, input, httpResponse }: AnsweredCase): Reading | string {
  if (method === 'fetchMarginMode') return marginMode(String(input[0]), httpResponse);
  if (method !== 'fetchPositions') return 'no call of ours moves margin of a position';
  const [, params] = input;
  if (params !== undefined) return 'positions are read from their own list, not from the account';
  return {
    call: {
      reads: async (call) =>
        (await binancePerps.positions(call, swap, undefined)).map(plainPosition),
    },
    // Leverage comes from the settings of the market, and the coin-margined API has none here.
    answer: ({ url }) => {
      if (url.includes('symbolConfig')) {
        return [{ symbol: 'BTCUSDT', marginType: 'CROSSED', leverage: 80 }];
      }
      return url.includes('dapi') ? [] : undefined;
    },
    meant: (theirs) => Object.values(theirs).map(wantedPosition),
  };
}

function marginMode(name: string, answer: unknown): Reading {
  const symbol = parseSymbol(name);
  if (!symbol) throw new Error(`${name} is no symbol of ours`);
  const market = { symbol, marketType: swap } as const;
  return {
    call: { reads: (call) => binancePerps.leverage?.get(call, market) ?? Promise.resolve() },
    answer: () => answer,
    // ccxt reports only the mode; the leverage is in the same record.
    meant: (theirs: Row) => ({
      leverage: Number(theirs.info.leverage),
      marginMode: theirs.marginMode,
    }),
  };
}

const plainPosition = ({ updatedAtMs, maintenanceMargin, collateral, ...own }: VenuePosition) => ({
  ...own,
  // ccxt calculates the maintenance margin from the worth, in more digits than the venue sent.
  maintenanceMargin: Number(maintenanceMargin?.toFixed(8)),
  initialMargin: collateral,
  timestamp: updatedAtMs,
});

function wantedPosition(theirs: Row): ReturnType<typeof plainPosition> {
  return {
    symbol: theirs.symbol,
    marketType: swap,
    side: theirs.side,
    info: theirs.info,
    contracts: theirs.contracts,
    contractSize: theirs.contractSize,
    entryPrice: theirs.entryPrice,
    markPrice: theirs.markPrice,
    notional: theirs.notional,
    // Without the settings ccxt knows none.
    leverage: 80,
    unrealizedPnl: theirs.unrealizedPnl,
    marginMode: theirs.marginMode,
    liquidationPrice: theirs.liquidationPrice,
    // To the last digit of the venue.
    maintenanceMargin: Number((theirs.maintenanceMargin - 5e-9).toFixed(8)),
    initialMargin: theirs.initialMargin,
    timestamp: theirs.timestamp,
  };
}

/** Returns the venue's own rows, without the time of each one's last change. */
function wantedBalances(theirs: Row): object {
  return theirs.info.map(({ updateTime: _, ...row }: Row) => row);
}
