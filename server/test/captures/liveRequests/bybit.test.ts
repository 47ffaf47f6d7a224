import { Secret } from '../../../src/kit/secret.ts';
import type { OrderType } from '../../../src/trading/model/order.ts';
import { legOf } from '../../../src/trading/model/positionLeg.ts';
import {
  type InstrumentSymbol,
  parseSymbol,
  symbolParts,
} from '../../../src/trading/model/symbol.ts';
import { bybitDialect } from '../../../src/trading/venues/bybit/trading/dialect.ts';
import type { DialectCall } from '../../../src/trading/venues/shared/live/dialect.ts';
import type { VenueOrder } from '../../../src/trading/venues/venuePort.ts';
import {
  type Attempt,
  type RecordedCase,
  runRecordedRequests,
} from '../../support/ccxt/recordedRequests.ts';

const bases = ['BTC', 'ETH', 'LTC', 'ADA', 'XRP', 'TRX'];

/** Parameters that we never send. */
const unknown = ['cost', 'takeProfit', 'stopLoss', 'tradingStopEndpoint'];

runRecordedRequests({
  folder: 'bybit',
  dialect: bybitDialect,
  markets: bases.flatMap((base) => [
    { id: `${base}USDT`, symbol: `${base}/USDT` },
    { id: `${base}USDT`, symbol: `${base}/USDT:USDT` },
  ]),
  credentials: { apiKey: new Secret('key'), apiSecret: new Secret('secret') },
  methods: [
    'createOrder',
    'cancelOrder',
    'fetchOrder',
    'fetchOpenOrders',
    'fetchMyTrades',
    'fetchBalance',
  ],
  // We always send the time in force, the number of rows and their start.
  ownFields: ['orderLinkId', 'timeInForce', 'limit', 'startTime'],
  translate,
});

type Params = Readonly<Record<string, unknown>>;

function translate(recorded: RecordedCase): Attempt | string {
  const { method, input, url } = recorded;
  const params = input.find((each): each is Params => isParams(each)) ?? {};
  const symbol = parseSymbol(String(input[0]));
  const marketType = symbol && symbolParts(symbol).settle === undefined ? 'spot' : 'swap';
  switch (method) {
    case 'createOrder':
      return created(recorded, params);
    case 'fetchOpenOrders':
      if (!symbol || 'stop' in params) return 'we list orders of all kinds at once';
      return (dialect, call) => dialect.openOrders(call, marketType, symbol);
    case 'fetchMyTrades':
      if (!symbol) return 'we list fills by symbol';
      return (dialect, call) =>
        dialect.fills(call, { symbol, marketType, sinceMs: call.clock.now(), limit: 100 });
    case 'fetchBalance':
      if (!url.endsWith('UNIFIED')) return 'accounts are unified by now';
      return (dialect, call) => dialect.balances(call, 'swap');
    case 'fetchOrder':
      return looked(String(input[0]), parseSymbol(String(input[1])));
    default:
      return 'we cancel orders by our client id, and never by the id of the exchange';
  }
}

/** An order that our client id does not find is looked up by the exchange's id. */
function looked(venueOrderId: string, symbol: InstrumentSymbol | undefined): Attempt | string {
  if (!symbol) return 'no symbol of ours';
  const ref = { clientId: 'c'.repeat(32), venueOrderId, symbol, marketType: 'swap' } as const;
  return (dialect, call) => dialect.lookup(answering(call), ref);
}

/** Answers the reads, so that the requests after them are made too. */
function answering(call: DialectCall): DialectCall {
  const request: typeof call.client.request = async (...[path, api, method, params]) => {
    const asked = call.client.request(path, api, method, params);
    if (method !== 'GET') return asked;
    await asked.catch(() => undefined);
    return { result: { list: path.endsWith('tickers') ? [{ lastPrice: '36000' }] : [] } };
  };
  return { ...call, client: Object.assign(Object.create(call.client), { request }) };
}

function created({ input, description }: RecordedCase, params: Params): Attempt | string {
  const [name, kind, side, amount, price] = input;
  const symbol = parseSymbol(String(name));
  if (!symbol) return 'the product trades no options';
  const { settle, base } = symbolParts(symbol);
  if (settle === base) return 'inverse contracts are refused';
  if (/weird/.test(description)) return 'quantities and prices are on the steps before they come';
  if (/classic/.test(description)) return 'accounts are unified by now';
  const foreign = unknown.find((each) => each in params);
  if (foreign !== undefined) return `no order of ours has ${foreign}`;
  const isHedged = params.hedged === true;
  if (isHedged && params.reduceOnly === true) return 'we always say that an order only reduces';
  const { stopLossPrice, takeProfitPrice, triggerPrice } = params;
  if (stopLossPrice !== undefined && takeProfitPrice !== undefined) return 'bybit has no oco';
  const stop = triggerPrice ?? stopLossPrice ?? takeProfitPrice;
  const ours = side === 'sell' ? 'sell' : 'buy';
  const order: VenueOrder = {
    clientId: 'c'.repeat(32),
    symbol,
    marketType: settle === undefined ? 'spot' : 'swap',
    side: ours,
    type: typeOf(String(kind), params),
    quantity: String(amount),
    price: typeof price === 'number' ? String(price) : undefined,
    stopPrice: stop === undefined ? undefined : String(stop),
    trailingDelta: undefined,
    timeInForce: params.postOnly === true ? 'POST_ONLY' : 'GTC',
    // ccxt's stops of a position always reduce.
    reduceOnly: params.reduceOnly === true || stopLossPrice !== undefined || 'method' in params,
    leg: isHedged ? legOf(ours, false) : undefined,
  };
  // For a stop on spot, the price is read first.
  return (dialect, call) => dialect.submit(answering(call), order);
}

function typeOf(kind: string, params: Params): OrderType {
  const isLimit = kind === 'limit';
  if ('takeProfitPrice' in params) return isLimit ? 'take_profit_limit' : 'take_profit';
  const isStop = 'stopLossPrice' in params || 'triggerPrice' in params;
  if (isStop) return isLimit ? 'stop_loss_limit' : 'stop_loss';
  return isLimit ? 'limit' : 'market';
}

function isParams(value: unknown): value is Params {
  return typeof value === 'object' && value !== null;
}
