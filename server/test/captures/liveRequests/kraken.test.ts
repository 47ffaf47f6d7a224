import type { OrderType } from '../../../src/trading/model/order.ts';
import { krakenSpotDialect } from '../../../src/trading/venues/kraken/trading/spot/dialect.ts';
import {
  type Attempt,
  type RecordedCase,
  runRecordedRequests,
} from '../../support/ccxt/recordedRequests.ts';
import {
  krakenOrder,
  krakenSecrets,
  spotMarkets,
  symbolOf,
} from '../../support/exchanges/kraken/client.ts';

/** Why our order does not send it. */
const reasons: Readonly<Record<string, string>> = {
  leverage: 'the product trades no spot margin',
  trailingAmount: 'trailing stops are not offered there',
  trailingPercent: 'trailing stops are not offered there',
  postOnly: 'it asks for the fee in the base as well, and ours is in the quote',
};

const steps = { amountStep: 1e-8, priceStep: 0.01 };
const common = {
  folder: 'kraken',
  dialect: krakenSpotDialect,
  credentials: krakenSecrets,
  markets: [
    ...spotMarkets,
    { id: 'ETHUSDT', symbol: 'ETH/USDT', ...steps },
    { id: 'XBTUSDT', symbol: 'BTC/USDT', ...steps },
    { id: 'ALPHAUSD', symbol: 'ALPHA/USD', amountStep: 1e-5, priceStep: 1e-5 },
  ],
};

runRecordedRequests({
  ...common,
  methods: ['createOrder'],
  // Our order has a time until which it may be accepted, the asset of its fee, and how long it
  // rests.
  ownFields: ['nonce', 'cl_ord_id', 'deadline', 'oflags', 'timeinforce'],
  translate: created,
});

runRecordedRequests({
  ...common,
  methods: [
    'cancelOrder',
    'fetchOrder',
    'fetchOpenOrders',
    'fetchClosedOrders',
    'fetchMyTrades',
    'fetchBalance',
  ],
  // Our request asks for the trades too, each by itself.
  ownFields: ['nonce', 'trades', 'consolidate_taker'],
  translate: asked,
});

function created({ input }: RecordedCase): Attempt | string {
  const [symbol, kind, side, amount, price, params = {}] = input;
  const { stopLossPrice, takeProfitPrice, ...rest } = Object(params) as Record<string, unknown>;
  const [odd] = Object.keys(rest);
  if (odd !== undefined) return reasons[odd] ?? `no order of ours has ${odd}`;
  const isLimit = kind === 'limit';
  const stopPrice = stopLossPrice ?? takeProfitPrice;
  const direction = takeProfitPrice === undefined ? 'stop_loss' : 'take_profit';
  const stop: OrderType = isLimit ? `${direction}_limit` : direction;
  const order = krakenOrder({
    marketType: 'spot',
    symbol: symbolOf(String(symbol)),
    quantity: String(amount),
    side: side === 'sell' ? 'sell' : 'buy',
    type: stopPrice === undefined ? (isLimit ? 'limit' : 'market') : stop,
    price: isLimit ? String(price) : undefined,
    stopPrice: stopPrice === undefined ? undefined : String(stopPrice),
  });
  return (dialect, call) => dialect.submit(call, order);
}

function asked({ method, input, description }: RecordedCase): Attempt | string {
  const { clientOrderId } = Object(input.at(-1)) as { readonly clientOrderId?: unknown };
  const named = krakenOrder({ marketType: 'spot', clientId: String(clientOrderId) });
  const ref = { ...named, venueOrderId: undefined };
  switch (method) {
    case 'cancelOrder':
      return (dialect, call) => dialect.cancel(call, ref);
    case 'fetchClosedOrders':
      return (dialect, call) => dialect.lookup(answering(call), ref);
    case 'fetchOpenOrders':
      return (dialect, call) => dialect.openOrders(call, 'spot', symbolOf(String(input[0])));
    case 'fetchBalance':
      return 'it names a wallet, of which this class has one';
    case 'fetchMyTrades':
      return 'ours has no end, and begins a second earlier because the start is left out';
    default:
      return `${description} is no call of ours`;
  }
}

/** Answers that there are no open orders, so that the ended ones are requested. */
function answering(call: Parameters<Attempt>[1]): Parameters<Attempt>[1] {
  const { client } = call;
  const request: typeof client.request = async (path, ...rest) => {
    const answer = client.request(path, ...rest);
    return path === 'OpenOrders' ? answer.catch(() => ({ result: { open: {} } })) : answer;
  };
  return { ...call, client: Object.assign(Object.create(client), { request }) };
}
