import { Secret } from '../../../src/kit/secret.ts';
import { parseSymbol, symbolParts } from '../../../src/trading/model/symbol.ts';
import { binanceDialect } from '../../../src/trading/venues/binance/trading/dialect.ts';
import type { VenueOrder } from '../../../src/trading/venues/venuePort.ts';
import {
  type AnsweredCase,
  type Reading,
  runRecordedResponses,
} from '../../support/ccxt/recordedResponses.ts';

const orderTypes = ['LIMIT', 'MARKET', 'STOP', 'STOP_MARKET'];
const info = { orderTypes };

runRecordedResponses({
  folder: 'binance',
  dialect: binanceDialect,
  markets: [
    { id: 'LTCUSDT', symbol: 'LTC/USDT', info },
    { id: 'SOLUSDT', symbol: 'SOL/USDT', info },
    { id: 'BTCUSDT', symbol: 'BTC/USDT:USDT', info },
  ],
  credentials: { apiKey: new Secret('key'), apiSecret: new Secret('secret') },
  methods: ['createOrder', 'fetchOrder', 'fetchOpenOrders', 'fetchMyTrades', 'fetchBalance'],
  read,
});

function read({ method, input, description }: AnsweredCase): Reading | string {
  if (/p[oa]rt?folio ?margin|papi/i.test(description))
    return 'is of portfolio margin, proven beside its dialect';
  if (method === 'fetchBalance') {
    return { call: { balances: (call) => binanceDialect.balances(call, 'swap') } };
  }
  const symbol = parseSymbol(String(method === 'fetchOrder' ? input[1] : input[0]));
  if (!symbol) throw new Error(`${description} has no symbol of ours`);
  const marketType = symbolParts(symbol).settle === undefined ? 'spot' : 'swap';
  const market = { symbol, marketType } as const;
  const clientId = 'of somebody else';
  switch (method) {
    case 'createOrder':
      return orders(async (call) => binanceDialect.submit(call, orderOf(input, market)));
    case 'fetchOrder': {
      const ref = { ...market, clientId, venueOrderId: String(input[0]) };
      const reading = orders((call) => binanceDialect.lookup(call, ref));
      // The order says what filled, and the case does not contain its trades.
      return { ...reading, answer: ({ url }) => (url.includes('myTrades') ? [] : undefined) };
    }
    case 'fetchMyTrades': {
      const query = { ...market, sinceMs: 1_698_138_000_000, limit: 1 };
      return { call: { fills: (call) => binanceDialect.fills(call, query) } };
    }
    default:
      return 'no call of ours reads it';
  }
}

type Read = Parameters<typeof binanceDialect.lookup>[0];

function orders(ask: (call: Read) => ReturnType<typeof binanceDialect.lookup>): Reading {
  return {
    call: {
      async orders(call) {
        const state = await ask(call);
        return state ? [state] : [];
      },
    },
  };
}

function orderOf(
  [, , side, amount, price, params]: readonly unknown[],
  market: Pick<VenueOrder, 'symbol' | 'marketType'>,
): VenueOrder {
  const { triggerPrice } = Object(params) as { readonly triggerPrice?: number };
  return {
    ...market,
    clientId: 'c'.repeat(32),
    side: side === 'sell' ? 'sell' : 'buy',
    type: triggerPrice === undefined ? 'limit' : 'stop_loss_limit',
    quantity: String(amount),
    price: String(price),
    stopPrice: triggerPrice === undefined ? undefined : String(triggerPrice),
    trailingDelta: undefined,
    timeInForce: 'GTC',
    reduceOnly: false,
  };
}
