import { Secret } from '../../../src/kit/secret.ts';
import type { OrderType, TimeInForce } from '../../../src/trading/model/order.ts';
import { legOf } from '../../../src/trading/model/positionLeg.ts';
import { parseSymbol, symbolParts } from '../../../src/trading/model/symbol.ts';
import { binanceDialect } from '../../../src/trading/venues/binance/trading/dialect.ts';
import { encodeRequest } from '../../../src/trading/venues/shared/live/encodeRequest.ts';
import type { NoFields } from '../../../src/trading/venues/shared/live/endpoint.ts';
import type { VenueOrder } from '../../../src/trading/venues/venuePort.ts';
import {
  type Attempt,
  type RecordedCase,
  runRecordedRequests,
} from '../../support/ccxt/recordedRequests.ts';

const orderTypes = [
  'LIMIT',
  'MARKET',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
  'LIMIT_MAKER',
  'STOP',
  'STOP_MARKET',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
];
const info = { orderTypes };

runRecordedRequests({
  folder: 'binance',
  dialect: binanceDialect,
  markets: [
    { id: 'LTCUSDT', symbol: 'LTC/USDT', info },
    { id: 'LTCUSDT', symbol: 'LTC/USDT:USDT', info },
    { id: 'BTCUSDT', symbol: 'BTC/USDT:USDT', info },
  ],
  credentials: { apiKey: new Secret('key'), apiSecret: new Secret('secret') },
  methods: [
    'createOrder',
    'cancelOrder',
    'fetchOrder',
    'fetchOpenOrders',
    'fetchMyTrades',
    'fetchBalance',
  ],
  // The broker's tag is in ccxt's own client ids; the field of an algo order has another name.
  ownFields: ['newClientOrderId', 'clientAlgoId'],
  translate,
});

type Params = Readonly<Record<string, unknown>>;

function translate(recorded: RecordedCase): Attempt | string {
  const params = recorded.input.find((each): each is Params => isParams(each)) ?? {};
  if ('portfolioMargin' in params) return 'is of portfolio margin, proven beside its dialect';
  if ('marginMode' in params) return 'the product trades no spot margin';
  const { method, input } = recorded;
  if (/^Option|eapi/.test(recorded.description) || /eapi/.test(recorded.url)) {
    return 'the product trades no options';
  }
  switch (method) {
    case 'createOrder':
      return created(recorded, params);
    case 'fetchOpenOrders':
      return openOrders(input, recorded);
    case 'fetchMyTrades':
      return trades(input, recorded);
    case 'fetchBalance':
      return balance(params);
    default:
      return 'we name orders by our client id, and never by the id of the exchange';
  }
}

function created({ input, description }: RecordedCase, params: Params): Attempt | string {
  const [name, kind, side, amount, price] = input;
  const symbol = parseSymbol(String(name));
  if (!symbol) return 'no symbol of ours';
  const { settle, base } = symbolParts(symbol);
  if (settle === base) return 'inverse contracts are not translated yet';
  if (/weird/.test(description))
    return 'quantities and prices are on the steps before they come here';
  const unknown = ['stopLossOrTakeProfit', 'priceMatch'].find((each) => each in params);
  if (unknown !== undefined) return `no order of ours has ${unknown}`;
  if (kind === 'market' && settle === undefined && price !== undefined) {
    return 'a market order of ours is never for an amount of the quote';
  }
  const stop = params.triggerPrice ?? params.stopLossPrice ?? params.takeProfitPrice;
  const [ours, reduceOnly] = [
    side === 'sell' ? 'sell' : 'buy',
    params.reduceOnly === true,
  ] as const;
  const order: VenueOrder = {
    clientId: 'c'.repeat(32),
    symbol,
    marketType: settle === undefined ? 'spot' : 'swap',
    side: ours,
    type: typeOf(String(kind), params),
    quantity: String(amount),
    price: typeof price === 'number' ? String(price) : undefined,
    stopPrice: stop === undefined ? undefined : String(stop),
    trailingDelta: typeof params.trailingPercent === 'number' ? params.trailingPercent : undefined,
    timeInForce: (params.postOnly === true ? 'POST_ONLY' : 'GTC') as TimeInForce,
    reduceOnly,
    leg: params.hedged === true ? legOf(ours, reduceOnly) : undefined,
  };
  return (dialect, call) => dialect.submit(call, order);
}

function typeOf(kind: string, params: Params): OrderType {
  const isLimit = kind === 'limit';
  if ('trailingPercent' in params) return 'trailing_stop';
  if ('takeProfitPrice' in params) return isLimit ? 'take_profit_limit' : 'take_profit';
  const isStop = 'triggerPrice' in params || 'stopLossPrice' in params;
  if (isStop) return isLimit ? 'stop_loss_limit' : 'stop_loss';
  return isLimit ? 'limit' : 'market';
}

function openOrders([name]: readonly unknown[], { url }: RecordedCase): Attempt | string {
  const symbol = parseSymbol(String(name));
  if (!symbol || /dapi/.test(url)) return 'inverse contracts are not translated yet';
  const marketType = symbolParts(symbol).settle === undefined ? 'spot' : 'swap';
  return (dialect, call) => dialect.openOrders(answering(call), marketType, symbol);
}

/** Answers with empty lists, so that a call of several requests makes them all. */
function answering(call: Parameters<Attempt>[1]): Parameters<Attempt>[1] {
  const { client } = call;
  const silent = <Value>(answer: Promise<Value>) => answer.catch(() => []);
  const fetchOpenOrders: typeof client.fetchOpenOrders = (...asked) =>
    silent(client.fetchOpenOrders(...asked)) as ReturnType<typeof client.fetchOpenOrders>;
  return { ...call, client: Object.assign(Object.create(client), { fetchOpenOrders }) };
}

function trades(input: readonly unknown[], { url }: RecordedCase): Attempt | string {
  const symbol = parseSymbol(String(input[0]));
  if (!symbol || /dapi|sapi/.test(url)) return 'no market of ours';
  return (_, { client }) =>
    client.fetchMyTrades(symbol, undefined, undefined, encodeRequest<NoFields>({}));
}

function balance(params: Params): Attempt | string {
  if (params.type !== 'swap') return 'the product reads the wallets of spot and contracts alone';
  return (dialect, call) => dialect.balances(call, 'swap');
}

function isParams(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
