import { Secret } from '../../../src/kit/secret.ts';
import type { InstrumentSymbol } from '../../../src/trading/model/symbol.ts';
import { okxDialect } from '../../../src/trading/venues/okx/trading/dialect.ts';
import type { MovedFunds, VenuePosition } from '../../../src/trading/venues/perpsPort.ts';
import type { DialectCall } from '../../../src/trading/venues/shared/live/dialect.ts';
import { valueAt } from '../../../src/trading/venues/shared/wireFields.ts';
import {
  type AnsweredCase,
  type Reading,
  runRecordedResponses,
} from '../../support/ccxt/recordedResponses.ts';

/** Base units of one contract, or dollars; the size for litecoin changed between the cases. */
const sizes: Readonly<Record<string, number>> = { 'LTC/USDT:USDT': 0.001, 'BTC/USD:BTC': 100 };

runRecordedResponses({
  folder: 'okx',
  dialect: okxDialect,
  markets: [
    { id: 'LTC-USDT-SWAP', symbol: 'LTC/USDT:USDT', contractSize: 0.001 },
    { id: 'BTC-USD-SWAP', symbol: 'BTC/USD:BTC', contractSize: 100 },
  ],
  credentials: {
    apiKey: new Secret('k'),
    apiSecret: new Secret('s'),
    passphrase: new Secret('p'),
  },
  // Balances are read elsewhere; there are no cases of funding, leverage and margin modes.
  methods: ['fetchPosition', 'fetchPositions', 'transfer'],
  read,
});

function read({ method, input, description }: AnsweredCase): Reading | string {
  switch (method) {
    case 'fetchPosition':
    case 'fetchPositions': {
      const symbol = [input[0]].flat()[0] as InstrumentSymbol;
      return { call: { reads: (call) => readPosition(call, symbol) }, meant: meantPosition };
    }
    case 'transfer':
      return { call: { reads: move }, meant: meantTransfer };
    default:
      throw new Error(`There is neither a call nor a reason for ${method} ${description}.`);
  }
}

type Plain = Omit<VenuePosition, 'marketType' | 'liquidationPrice'> & {
  readonly liquidationPrice: number | null;
};

async function readPosition(call: DialectCall, symbol: InstrumentSymbol) {
  const [position, ...others] = (await okxDialect.perps?.positions(call, 'swap', symbol)) ?? [];
  if (!position || others.length > 0) throw new Error('There is one position.');
  const { marketType: _, ...plain } = position;
  return { ...plain, liquidationPrice: position.liquidationPrice ?? null };
}

// biome-ignore lint/suspicious/noExplicitAny: a record of somebody else's reading
type Theirs = any;

/**
 * Returns the worth in the quote, and not in dollars or in the base. The collateral is only the
 * margin that the position was given: ccxt adds the gain of a cross position.
 */
function meantPosition(all: object): Plain {
  const [theirs]: Theirs[] = [all].flat();
  const { symbol, contracts, markPrice, marginMode, info } = theirs;
  const contractSize = sizes[symbol] ?? 1;
  const units = contracts * contractSize;
  const notional = symbol === 'BTC/USD:BTC' ? units : Number((units * markPrice).toPrecision(12));
  return {
    symbol,
    contracts,
    contractSize,
    markPrice,
    marginMode,
    notional,
    info,
    side: theirs.side,
    entryPrice: theirs.entryPrice,
    leverage: theirs.leverage,
    unrealizedPnl: theirs.unrealizedPnl,
    liquidationPrice: theirs.liquidationPrice,
    collateral: marginMode === 'cross' ? theirs.initialMargin : theirs.collateral,
    maintenanceMargin: theirs.maintenanceMargin,
    // One of the cases was recorded before ccxt read this field.
    updatedAtMs: theirs.lastUpdateTimestamp ?? Number(info.uTime),
  };
}

async function move(call: DialectCall) {
  const asked = { asset: 'TUSD', amount: '100', from: 'spot', to: 'funding' } as const;
  const moved = await okxDialect.transfers?.move(call, asked);
  return { id: moved?.transferId, status: moved?.status, info: moved?.result };
}

/** The state of a transfer is requested afterwards, and the case has none. */
function meantTransfer(theirs: object) {
  const status: MovedFunds['status'] = 'pending';
  return { id: valueAt(theirs, 'id'), status, info: valueAt(theirs, 'info') };
}
