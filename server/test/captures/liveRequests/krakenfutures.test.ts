import type { OrderType } from '../../../src/trading/model/order.ts';
import { krakenFuturesDialect } from '../../../src/trading/venues/kraken/trading/futures/dialect.ts';
import {
  type Attempt,
  type RecordedCase,
  runRecordedRequests,
} from '../../support/ccxt/recordedRequests.ts';
import {
  futuresMarkets,
  krakenOrder,
  krakenSecrets,
  symbolOf,
} from '../../support/exchanges/kraken/client.ts';

runRecordedRequests({
  folder: 'krakenfutures',
  dialect: krakenFuturesDialect,
  markets: [
    ...futuresMarkets,
    { id: 'PF_PEPEUSD', symbol: 'PEPE/USD:USD', amountStep: 1_000 },
    { id: 'PF_DOGEUSD', symbol: 'DOGE/USD:USD', amountStep: 1, priceStep: 1e-6 },
  ],
  credentials: krakenSecrets,
  methods: [
    'createOrder',
    'cancelOrder',
    'fetchOrder',
    'fetchOpenOrders',
    'fetchMyTrades',
    'fetchBalance',
    'fetchClosedOrders',
    'fetchCanceledOrders',
  ],
  // A stop is sent only while the market has not passed it: the recorded one sells below 38000.
  answer({ url }) {
    const isTicker = url.includes('/tickers/');
    return isTicker ? { result: 'success', ticker: { last: 40_000 } } : undefined;
  },
  // Our id, and a deadline that no recorded request has.
  ownFields: ['cliOrdId', 'processBefore'],
  translate,
});

function translate(recorded: RecordedCase): Attempt | string {
  const { method, input } = recorded;
  switch (method) {
    case 'createOrder':
      return orderOf(input);
    case 'fetchOpenOrders':
      return (dialect, call) =>
        dialect.openOrders(call, 'swap', input[0] ? symbolOf(String(input[0])) : undefined);
    case 'fetchMyTrades':
      return (dialect, call) => {
        const query = { marketType: 'swap', sinceMs: 0, limit: 1 } as const;
        return dialect.fills(call, { ...query, symbol: symbolOf(String(input[0])) });
      };
    case 'fetchBalance':
      return (dialect, call) => dialect.balances(call, 'swap');
    case 'fetchClosedOrders':
    case 'fetchCanceledOrders':
      return 'we ask the histories for one product, from the time of the order on';
    default:
      return 'we name orders by our client id, and never by the id of the exchange';
  }
}

/** Returns the order of a ccxt call, if we would send it. */
function orderOf(input: readonly unknown[]): Attempt | string {
  const [symbol, type, side, amount, price, params = {}] = input;
  const { stopLossPrice, takeProfitPrice, clientOrderId: _ours, ...rest } = Object(params);
  if (type !== 'limit' && type !== 'market') return 'it is of a type that we do not send';
  const [odd] = Object.keys(rest);
  if (odd !== undefined) return `it says ${odd}, which our orders do not`;
  const stopPrice = stopLossPrice ?? takeProfitPrice;
  const isLimit = type === 'limit';
  const kind = takeProfitPrice === undefined ? 'stop_loss' : 'take_profit';
  const triggered: OrderType = isLimit ? `${kind}_limit` : kind;
  const order = krakenOrder({
    marketType: 'swap',
    symbol: symbolOf(String(symbol)),
    quantity: String(amount),
    side: side === 'sell' ? 'sell' : 'buy',
    type: stopPrice === undefined ? type : triggered,
    price: isLimit ? String(price) : undefined,
    stopPrice: stopPrice === undefined ? undefined : String(stopPrice),
    reduceOnly: stopPrice !== undefined,
  });
  return (dialect, call) => dialect.submit(call, order);
}
