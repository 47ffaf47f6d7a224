import { Secret } from '../../../src/kit/secret.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../src/trading/model/symbol.ts';
import { bybitDialect } from '../../../src/trading/venues/bybit/trading/dialect.ts';
import { bybitPerps } from '../../../src/trading/venues/bybit/trading/perps.ts';
import type { VenueLedgerEntry, VenuePosition } from '../../../src/trading/venues/perpsPort.ts';
import {
  type AnsweredCase,
  type Reading,
  runRecordedResponses,
} from '../../support/ccxt/recordedResponses.ts';

runRecordedResponses({
  folder: 'bybit',
  dialect: bybitDialect,
  markets: ['BTC', 'LTC', 'DOGE'].map((base) => ({ id: `${base}USDT`, symbol: swap(base) })),
  credentials: { apiKey: new Secret('key'), apiSecret: new Secret('secret') },
  methods: [
    'fetchPositions',
    'fetchPosition',
    'fetchFundingHistory',
    'fetchLedger',
    'fetchPositionHistory',
    'fetchTransfers',
  ],
  read,
});

function swap(base: string): InstrumentSymbol {
  const symbol = parseSymbol(`${base}/USDT:USDT`);
  if (!symbol) throw new Error(`there is no ${base}`);
  return symbol;
}

function read({ method, input }: AnsweredCase): Reading | string {
  switch (method) {
    case 'fetchPositions':
      return held(undefined);
    case 'fetchPosition':
      return held(swap(String(input[0]).split('/')[0] ?? ''));
    case 'fetchFundingHistory':
      return 'executions have the other sign and no currency: we read the log of the account';
    case 'fetchLedger':
      return paid();
    case 'fetchPositionHistory':
      return closed();
    default:
      return 'one wallet serves all: there is nothing to transfer';
  }
}

const none = { retCode: 0, retMsg: 'OK', result: { list: [] } };
const info = { retCode: 0, retMsg: 'OK', result: { marginMode: 'REGULAR_MARGIN' } };

// biome-ignore lint/suspicious/noExplicitAny: a record of somebody else's reading
type Theirs = any;

/** Only the first list contains what was recorded. */
function held(symbol: InstrumentSymbol | undefined): Reading {
  return {
    call: { reads: (call) => bybitPerps.positions(call, 'swap', symbol) },
    answer: ({ url }) => {
      if (url.includes('account/info')) return info;
      return /USDC|inverse/.test(url) ? none : undefined;
    },
    meant: (theirs) =>
      [theirs as Theirs]
        .flat()
        // We do not list flat positions.
        .filter(({ contracts }) => contracts > 0)
        .map(positionOf),
  };
}

function positionOf(theirs: Theirs): VenuePosition {
  const { nextPageCursor: _, ...own } = theirs.info;
  return {
    symbol: theirs.symbol,
    marketType: 'swap',
    side: theirs.side,
    contracts: theirs.contracts,
    contractSize: theirs.contractSize,
    entryPrice: theirs.entryPrice,
    markPrice: theirs.markPrice,
    // ccxt reports the worth at the entry price.
    notional: Number((theirs.contracts * theirs.markPrice).toPrecision(12)),
    leverage: theirs.leverage,
    unrealizedPnl: theirs.unrealizedPnl,
    // The account's setting, which is not in the case.
    marginMode: 'cross',
    liquidationPrice: theirs.liquidationPrice ?? undefined,
    // ccxt uses the balance of an isolated position, which is zero here.
    collateral: theirs.initialMargin,
    maintenanceMargin: theirs.maintenanceMargin,
    updatedAtMs: theirs.lastUpdateTimestamp,
    info: own,
  };
}

/** One request: its answer contains everything that was recorded. */
const asked = { marketType: 'swap', symbol: undefined, limit: 1 } as const;
const entries = (all: readonly Theirs[]): readonly VenueLedgerEntry[] => all;

function paid(): Reading {
  return {
    call: {
      reads: (call) => bybitPerps.fundingPayments(call, { ...asked, sinceMs: call.clock.now() }),
    },
    meant: (theirs) =>
      entries(
        (theirs as Theirs).map((each: Theirs) => ({
          id: each.id,
          symbol: swap('LTC'),
          asset: each.currency,
          amount: String(each.direction === 'out' ? -each.amount : each.amount),
          atMs: each.timestamp,
          info: each.info,
        })),
      ),
  };
}

function closed(): Reading {
  return {
    call: {
      reads: async (call) => {
        const query = { ...asked, sinceMs: call.clock.now(), symbol: swap('BTC') };
        return bybitPerps.realizedPnl(call, query);
      },
    },
    meant: (theirs) =>
      entries(
        [theirs as Theirs].flat().map((each: Theirs) => ({
          // The last part is the amount it was closed for: an order may have several rows.
          id: `${each.info.orderId}:${each.timestamp}:${each.lastUpdateTimestamp}:55.563`,
          symbol: each.symbol,
          // ccxt subtracts the fees of both orders: 0.055 percent of the worth of each.
          amount: (
            each.realizedPnl +
            0.00055 * (each.contracts * each.entryPrice + each.notional)
          ).toFixed(4),
          asset: 'USDT',
          // The venue lists by the first time; ccxt reports both.
          atMs: each.timestamp,
          info: each.info,
        })),
      ),
  };
}
