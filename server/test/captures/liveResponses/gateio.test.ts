import { Secret } from '../../../src/kit/secret.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../src/trading/model/symbol.ts';
import { gateioDialect } from '../../../src/trading/venues/gateio/trading/dialect.ts';
import type { DialectCall } from '../../../src/trading/venues/shared/live/dialect.ts';
import type { TradeRequest } from '../../../src/trading/venues/shared/live/tradeHttp.ts';
import type { VenueOrderState } from '../../../src/trading/venues/venuePort.ts';
import {
  type AnsweredCase,
  type Reading,
  runRecordedResponses,
} from '../../support/ccxt/recordedResponses.ts';

/** Base units of one contract, as the exchange had them. */
const contractSizes: Readonly<Record<string, number>> = {
  'LTC/USDT:USDT': 0.1,
  'BTC/USDT:USDT': 0.0001,
};
const contract = (id: string, symbol: string) => ({
  id,
  symbol,
  amountStep: 1,
  contractSize: contractSizes[symbol] ?? 1,
});

runRecordedResponses({
  folder: 'gate',
  dialect: gateioDialect,
  markets: [
    { id: 'LTC_USDT', symbol: 'LTC/USDT' },
    { id: 'BTC_USDT', symbol: 'BTC/USDT' },
    contract('LTC_USDT', 'LTC/USDT:USDT'),
    contract('BTC_USDT', 'BTC/USDT:USDT'),
  ],
  credentials: { apiKey: new Secret('key'), apiSecret: new Secret('secret') },
  methods: ['createOrder', 'cancelOrder', 'fetchOpenOrders', 'fetchClosedOrders', 'fetchMyTrades'],
  read,
});

interface Market {
  readonly symbol: InstrumentSymbol;
  readonly marketType: 'spot' | 'swap';
}

function read(recorded: AnsweredCase): Reading | string {
  const { method, input } = recorded;
  const symbol = parseSymbol(String(method === 'cancelOrder' ? input[1] : input[0]));
  if (!symbol) return 'no symbol of ours';
  const market: Market = { symbol, marketType: symbol.includes(':') ? 'swap' : 'spot' };
  const contractSize = contractSizes[symbol] ?? 1;
  switch (method) {
    case 'createOrder':
      return { ...created(recorded, market, contractSize), contractSize };
    case 'cancelOrder':
    case 'fetchClosedOrders':
      return { ...ended(recorded, market), contractSize };
    case 'fetchOpenOrders':
      return { ...open(recorded, market), contractSize };
    case 'fetchMyTrades': {
      const query = { ...market, sinceMs: 1_699_900_000_000, limit: 2 };
      return { call: { fills: (call) => gateioDialect.fills(call, query) } };
    }
    default:
      return 'no call of ours reads it';
  }
}

function created({ input }: AnsweredCase, market: Market, contractSize: number): Reading {
  const [, , side, amount, price, params] = input;
  const { stopLossPrice } = Object(params) as { readonly stopLossPrice?: number };
  return orders((call) =>
    gateioDialect.submit(call, {
      ...market,
      clientId: 'c'.repeat(32),
      side: side === 'sell' ? 'sell' : 'buy',
      type: 'stop_loss_limit',
      quantity: String(Number(amount) * contractSize),
      price: String(price),
      stopPrice: String(stopLossPrice),
      trailingDelta: undefined,
      timeInForce: 'GTC',
      reduceOnly: false,
    }),
  );
}

/** An ended order is looked up by its number, wherever that is known. */
function ended({ httpResponse }: AnsweredCase, market: Market): Reading {
  const row: unknown = Array.isArray(httpResponse) ? httpResponse[0] : httpResponse;
  const { id, trigger, size, fill_price, finish_time } = Object(row) as Row;
  const isAsleep = trigger !== undefined;
  const ref = { ...market, clientId: String(id), venueOrderId: String(id) };
  // The case does not contain the trades of the order: they are derived from what it says filled.
  const trade = { id: '1', order_id: id, create_time: finish_time, size, price: fill_price };
  const answer = ({ url }: TradeRequest): unknown => {
    if (url.includes('my_trades')) return [{ ...trade, role: 'taker', fee: '0' }];
    if (url.includes('price_orders') === isAsleep) return row;
    return { label: 'ORDER_NOT_FOUND', message: 'as the exchange says it' };
  };
  return { ...orders((call) => gateioDialect.lookup(call, ref)), answer };
}

type Row = Readonly<Record<string, unknown>>;

/** Our call also requests orders that wait for a price; the case has one of the two lists. */
function open({ description, httpResponse }: AnsweredCase, market: Market): Reading {
  const isAsleep = description.includes('trigger');
  const isOfOne = market.marketType === 'swap';
  return {
    call: {
      orders: (call) =>
        gateioDialect.openOrders(call, market.marketType, isOfOne ? market.symbol : undefined),
    },
    answer: ({ url }) => (url.includes('price_orders') === isAsleep ? httpResponse : []),
  };
}

function orders(ask: (call: DialectCall) => Promise<VenueOrderState | undefined>): Reading {
  return {
    call: {
      async orders(call) {
        const state = await ask(call);
        return state ? [state] : [];
      },
    },
  };
}
