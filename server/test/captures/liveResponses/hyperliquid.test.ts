import { Secret } from '../../../src/kit/secret.ts';
import { parseSymbol } from '../../../src/trading/model/symbol.ts';
import { hyperliquidDialect } from '../../../src/trading/venues/hyperliquid/trading/dialect.ts';
import type { TradeRequest } from '../../../src/trading/venues/shared/live/tradeHttp.ts';
import {
  type AnsweredCase,
  type Reading,
  runRecordedResponses,
} from '../../support/ccxt/recordedResponses.ts';

const isSpot = 'the product trades no spot there';
const market = (coin: string, baseId: string, amountStep: number) => ({
  id: baseId,
  symbol: `${coin}/USDC:USDC`,
  baseId,
  amountStep,
  info: { name: coin },
});

runRecordedResponses({
  folder: 'hyperliquid',
  dialect: hyperliquidDialect,
  markets: [market('ETH', '1', 1e-4), market('SOL', '5', 0.01)],
  credentials: {
    walletAddress: new Secret(`0x${'1'.repeat(40)}`),
    privateKey: new Secret('2'.repeat(64)),
  },
  methods: ['fetchOrder', 'fetchOpenOrders', 'fetchMyTrades', 'fetchBalance'],
  read,
});

function read({ method, input, description }: AnsweredCase): Reading | string {
  switch (method) {
    case 'fetchOrder':
      return input.includes('PURR/USDC') ? isSpot : orderReading();
    case 'fetchOpenOrders': {
      const symbol = symbolNamed(input[0]);
      return {
        call: { orders: (call) => hyperliquidDialect.openOrders(call, 'swap', symbol) },
      };
    }
    case 'fetchMyTrades': {
      const asked = { sinceMs: 1_709_643_346_000, limit: 1 };
      const query = { ...asked, symbol: symbolNamed(input[0]), marketType: 'swap' } as const;
      return { call: { fills: (call) => hyperliquidDialect.fills(call, query) } };
    }
    case 'fetchBalance':
      return balanceReading(description);
    default:
      return 'no call of ours reads it';
  }
}

/** Only executions say how much has filled, and the case has none: this is the whole order. */
function orderReading(): Reading {
  const named = { clientId: 'a'.repeat(32), venueOrderId: '6463065738' };
  const symbol = symbolNamed('ETH/USDC:USDC');
  const ref = { ...named, symbol, marketType: 'swap' } as const;
  const execution = {
    coin: 'ETH',
    px: '1100.0',
    sz: '0.2',
    side: 'B',
    time: 1_709_141_541_609,
    oid: 6_463_065_738,
    tid: 1,
    crossed: false,
    fee: '0.022',
    feeToken: 'USDC',
  };
  return {
    call: {
      async orders(call) {
        const state = await hyperliquidDialect.lookup(call, ref);
        return state ? [state] : [];
      },
    },
    answer: answering('userFillsByTime', [execution]),
  };
}

function balanceReading(description: string): Reading | string {
  const call = {
    balances: (asked: Parameters<typeof hyperliquidDialect.balances>[0]) =>
      hyperliquidDialect.balances(asked, 'swap'),
  };
  switch (description) {
    case 'swap balance':
      // In the case half a dollar may not be withdrawn, though no position holds it.
      return 'ccxt tells as free what no position holds, and we what the exchange lets go of';
    case 'spot balance with unified margin account':
      return { call, answer: answering('userAbstraction', 'unifiedAccount'), assets: ['USDC'] };
    default:
      return isSpot;
  }
}

function answering(type: string, answer: unknown) {
  return ({ body = '{}' }: TradeRequest) => (JSON.parse(body).type === type ? answer : undefined);
}

function symbolNamed(text: unknown) {
  const symbol = parseSymbol(String(text));
  if (!symbol) throw new Error(`${text} is no symbol of ours`);
  return symbol;
}
