import { Secret } from '../../../src/kit/secret.ts';
import { parseSymbol } from '../../../src/trading/model/symbol.ts';
import { hyperliquidDialect } from '../../../src/trading/venues/hyperliquid/trading/dialect.ts';
import { hyperliquidPerps } from '../../../src/trading/venues/hyperliquid/trading/perps.ts';
import { isFields } from '../../../src/trading/venues/shared/json.ts';
import {
  type Attempt,
  type RecordedCase,
  runRecordedRequests,
} from '../../support/ccxt/recordedRequests.ts';

runRecordedRequests({
  folder: 'hyperliquid',
  dialect: hyperliquidDialect,
  markets: [
    {
      id: '1',
      symbol: 'ETH/USDC:USDC',
      baseId: '1',
      amountStep: 1e-4,
      info: { name: 'ETH' },
    },
  ],
  credentials: {
    walletAddress: new Secret(`0x${'1'.repeat(40)}`),
    privateKey: new Secret('2'.repeat(64)),
  },
  methods: ['fetchPositions', 'setLeverage', 'setMarginMode', 'transfer', 'fetchLedger'],
  // The account's owner.
  ownFields: ['user'],
  translate,
});

function translate({ method, input }: RecordedCase): Attempt | string {
  switch (method) {
    case 'fetchPositions': {
      if (input.some((each) => isFields(each) && 'subAccountAddress' in each)) {
        return 'the product trades no accounts below an account';
      }
      const symbol = parseSymbol(String([input[0]].flat()[0] ?? ''));
      return (_, call) => hyperliquidPerps.positions(call, 'swap', symbol);
    }
    case 'fetchLedger':
      return 'deposits and withdrawals: funding and profits have lists of their own';
    default:
      return 'leverage, margin mode and transfers are none of the product there';
  }
}
