import { Secret } from '../../../src/kit/secret.ts';
import { parseSymbol } from '../../../src/trading/model/symbol.ts';
import { gateioDialect } from '../../../src/trading/venues/gateio/trading/dialect.ts';
import { openPositions } from '../../../src/trading/venues/gateio/trading/positions.ts';
import {
  type AnsweredCase,
  type Reading,
  runRecordedResponses,
} from '../../support/ccxt/recordedResponses.ts';

runRecordedResponses({
  folder: 'gate',
  dialect: gateioDialect,
  markets: [{ id: 'LTC_USDT', symbol: 'LTC/USDT:USDT', amountStep: 1, contractSize: 0.1 }],
  credentials: { apiKey: new Secret('key'), apiSecret: new Secret('secret') },
  // The only calls of ours with recorded answers: ledger, funding, leverage and transfer have none.
  methods: [
    'fetchPosition',
    'fetchPositions',
    'fetchPositionsHistory',
    'fetchBalance',
    'fetchLeverage',
    'setLeverage',
    'setMarginMode',
    'fetchFundingHistory',
    'fetchFundingRate',
    'fetchFundingRates',
    'fetchLedger',
    'transfer',
  ],
  read,
});

// biome-ignore lint/suspicious/noExplicitAny: a record of somebody else's reading
type Theirs = any;

function read({ method, input }: AnsweredCase): Reading | string {
  if (method !== 'fetchPositions') return 'no call of ours reads it';
  const symbol = parseSymbol(String((input[0] as readonly unknown[] | undefined)?.[0]));
  return {
    call: {
      async reads(call) {
        const found = await openPositions(call, 'swap', symbol);
        return found.map(({ marketType, updatedAtMs, ...position }) => ({
          ...position,
          lastUpdateTimestamp: updatedAtMs,
        }));
      },
    },
    meant: (theirs) => (theirs as readonly Theirs[]).map(wanted),
  };
}

/** ccxt adds a position's gain to its collateral; ours is the margin that it was given. */
function wanted(theirs: Theirs): object {
  const { symbol, side, contracts, contractSize, entryPrice, markPrice, notional } = theirs;
  const { leverage, unrealizedPnl, marginMode, liquidationPrice, maintenanceMargin } = theirs;
  const { lastUpdateTimestamp, info, collateral } = theirs;
  return {
    symbol,
    side,
    contracts,
    contractSize,
    entryPrice,
    markPrice,
    notional,
    leverage,
    unrealizedPnl,
    marginMode,
    liquidationPrice,
    maintenanceMargin,
    lastUpdateTimestamp,
    info,
    collateral: Number((collateral - unrealizedPnl).toPrecision(12)),
  };
}
