import { Secret } from '../../../src/kit/secret.ts';
import { parseSymbol } from '../../../src/trading/model/symbol.ts';
import { hyperliquidDialect } from '../../../src/trading/venues/hyperliquid/trading/dialect.ts';
import { hyperliquidPerps } from '../../../src/trading/venues/hyperliquid/trading/perps.ts';
import type { VenuePosition } from '../../../src/trading/venues/perpsPort.ts';
import {
  type AnsweredCase,
  type Reading,
  runRecordedResponses,
} from '../../support/ccxt/recordedResponses.ts';

const market = (coin: string, baseId: string) => ({
  id: baseId,
  symbol: `${coin}/USDC:USDC`,
  baseId,
  amountStep: 0.01,
  info: { name: coin },
});

runRecordedResponses({
  folder: 'hyperliquid',
  dialect: hyperliquidDialect,
  markets: [market('ETH', '1'), market('SOL', '5'), market('HYPE', '159')],
  credentials: {
    walletAddress: new Secret(`0x${'1'.repeat(40)}`),
    privateKey: new Secret('2'.repeat(64)),
  },
  methods: ['fetchPositions', 'transfer', 'fetchMyTrades'],
  read,
});

// biome-ignore lint/suspicious/noExplicitAny: a record of somebody else's reading
type Theirs = any;

function read({ method, input }: AnsweredCase): Reading | string {
  switch (method) {
    case 'fetchPositions': {
      const symbol = parseSymbol(String([input[0]].flat()[0]));
      return {
        call: { reads: (call) => hyperliquidPerps.positions(call, 'swap', symbol) },
        meant: (theirs) => (theirs as Theirs).map(positionOf),
      };
    }
    case 'fetchMyTrades': {
      const query = {
        marketType: 'swap',
        symbol: undefined,
        sinceMs: undefined,
        limit: 1,
      } as const;
      return {
        call: { reads: (call) => hyperliquidPerps.realizedPnl(call, query) },
        // It opened a position.
        meant: (theirs) =>
          (theirs as Theirs).filter(({ info }: Theirs) => Number(info.closedPnl) !== 0),
      };
    }
    default:
      return 'transfers are none of the product there';
  }
}

function positionOf(theirs: Theirs): VenuePosition {
  return {
    symbol: theirs.symbol,
    marketType: 'swap',
    side: theirs.side,
    contracts: theirs.contracts,
    contractSize: theirs.contractSize,
    entryPrice: theirs.entryPrice,
    // ccxt does not report it.
    markPrice: Number((theirs.notional / theirs.contracts).toPrecision(8)),
    notional: theirs.notional,
    leverage: theirs.leverage,
    unrealizedPnl: theirs.unrealizedPnl,
    marginMode: theirs.marginMode,
    liquidationPrice: theirs.liquidationPrice ?? undefined,
    collateral: theirs.collateral,
    maintenanceMargin: undefined,
    updatedAtMs: undefined,
    info: theirs.info,
  };
}
