import { Secret } from '../../../src/kit/secret.ts';
import type { InstrumentSymbol } from '../../../src/trading/model/symbol.ts';
import { okxDialect } from '../../../src/trading/venues/okx/trading/dialect.ts';
import {
  type Attempt,
  type RecordedCase,
  runRecordedRequests,
} from '../../support/ccxt/recordedRequests.ts';
import { okxMarkets, okxOrder } from '../../support/exchanges/okx/client.ts';

type Call = Parameters<Attempt>[1];
type Client = Call['client'];

const spot = { symbol: 'LTC/USDT' as InstrumentSymbol, marketType: 'spot' } as const;
const swap = { symbol: 'LTC/USDT:USDT' as InstrumentSymbol, marketType: 'swap' } as const;
const stopId = '641788035268431872';

/** Our calls, by method and description. */
const calls: Readonly<Record<string, Attempt>> = {
  'createOrder spot takeProfitPrice buy order': (dialect, call) =>
    dialect.submit(
      call,
      okxOrder({ ...spot, type: 'take_profit', side: 'buy', quantity: '2', stopPrice: '90' }),
    ),
  'createOrder spot stopLossPrice sell order': (dialect, call) =>
    dialect.submit(
      call,
      okxOrder({ ...spot, type: 'stop_loss', side: 'sell', quantity: '0.1', stopPrice: '90' }),
    ),
  'createOrder Swap limit sell with takeProfitPrice and posSide = long.': (dialect, call) =>
    dialect.submit(
      call,
      okxOrder({
        ...swap,
        type: 'take_profit_limit',
        side: 'sell',
        quantity: '1',
        stopPrice: '105',
        price: '100',
        leg: 'long',
      }),
    ),
  'cancelOrder Spot cancel order': (dialect, call) =>
    dialect.cancel(call, named(spot, '635561007938625536')),
  'cancelOrder Cancel stop order': (dialect, call) =>
    dialect.cancel(withSleeping(call, asleep), named(swap, stopId)),
  'fetchOrder Spot fetch order': (dialect, call) =>
    dialect.lookup(call, named(spot, '636708553755021312')),
  'fetchOrder Fetch stop order': (dialect, call) =>
    dialect.lookup(withSleeping(call, undefined), named(swap, stopId)),
  'fetchOpenOrders Spot fetch open orders': (dialect, call) =>
    dialect.openOrders(call, 'spot', spot.symbol),
  'fetchOpenOrders Fetch open stop orders': (dialect, call) =>
    dialect.openOrders(answering(call), 'swap', undefined),
  'fetchMyTrades Spot fetch my trades with a defined symbol': (dialect, call) =>
    dialect.fills(call, { ...spot, sinceMs: 0, limit: 100 }),
};

const alone = 'sent alone, with a deadline, and not in a batch of one';
const attached = 'no order of ours carries a stop of its own';
const inverse = 'contracts settled in their base are not traded yet';
const funding = 'the funding wallet is not traded from';

/** Why we have no such call. */
const reasons: Readonly<Record<string, string>> = {
  'createOrder type2 & type3 together': attached,
  'createOrder Opening position with tp + sl attached (type 3)': attached,
  'createOrder Swap inverse market long order': inverse,
  'createOrder Create a one-way-mode order with position side set to net': inverse,
  'createOrder Spot market buy order with createMarketBuyOrderRequiresPrice set to false':
    'a market order of ours is never for an amount of the quote',
  'createOrder contract with hedged market sell and reduceOnly': alone,
  'createOrder Swap market buy with posSide = long': alone,
  'createOrder Spot limit buy order': alone,
  'createOrder spot order with clientOrderid': alone,
  'fetchOpenOrders fetch open trigger orders': 'orders of that type are never ours',
  'fetchBalance funding balance': funding,
};

function named(market: typeof spot | typeof swap, clientId: string) {
  return { ...market, clientId, venueOrderId: clientId };
}

const asleep = { id: stopId, info: { algoId: stopId, instId: 'LTC-USDT-SWAP', ordIdList: [] } };

function withClient(call: Call, changes: Partial<Client>): Call {
  return { ...call, client: Object.assign(Object.create(call.client), changes) };
}

/** There is no plain order; the algo order is answered, or requested. */
function withSleeping(call: Call, order: typeof asleep | undefined): Call {
  const { client } = call;
  const unknown = () => Promise.reject(new Error('okx {"code":"51603","data":[],"msg":""}'));
  return withClient(call, {
    cancelOrder: (id, symbol, params) =>
      params.trigger === true ? client.cancelOrder(id, symbol, params) : unknown(),
    fetchOrder(id, symbol, params) {
      if (params.trigger !== true) return unknown();
      return order ? Promise.resolve(order) : client.fetchOrder(id, symbol, params);
    },
  });
}

/** Answers with empty lists, so that a call of several requests makes them all. */
function answering(call: Call): Call {
  const { client } = call;
  const fetchOpenOrders: Client['fetchOpenOrders'] = (...asked) =>
    client.fetchOpenOrders(...asked).catch(() => []);
  return withClient(call, { fetchOpenOrders });
}

runRecordedRequests({
  folder: 'okx',
  dialect: okxDialect,
  markets: [
    ...okxMarkets,
    { id: 'LTC-USDT', symbol: 'LTC/USDT' },
    { id: 'LTC-USDT-SWAP', symbol: 'LTC/USDT:USDT' },
  ],
  credentials: {
    apiKey: new Secret('k'),
    apiSecret: new Secret('s'),
    passphrase: new Secret('p'),
  },
  methods: [
    'createOrder',
    'cancelOrder',
    'fetchOrder',
    'fetchOpenOrders',
    'fetchMyTrades',
    'fetchBalance',
  ],
  translate({ method, description }: RecordedCase) {
    const name = `${method} ${description}`;
    const own = calls[name] ?? reasons[name];
    if (!own) throw new Error(`There is neither a call nor a reason for ${name}.`);
    return own;
  },
  // We send the market type where it is optional, and the start; an algo order has our client id in
  // the exchange's own field.
  ownFields: ['instType', 'begin', 'algoClOrdId'],
  plain: withoutMargin,
});

/** ccxt sends stops on spot as margin orders; ours sell what the account holds. */
function withoutMargin(fields: object): object {
  const { instId, ordType } = fields as Readonly<Record<string, unknown>>;
  const isSpotStop = ordType === 'conditional' && instId === 'LTC-USDT';
  return isSpotStop ? { ...fields, tdMode: 'cash' } : fields;
}
