import { Secret } from '../../../src/kit/secret.ts';
import { parseSymbol } from '../../../src/trading/model/symbol.ts';
import { gateioDialect } from '../../../src/trading/venues/gateio/trading/dialect.ts';
import type { DialectCall } from '../../../src/trading/venues/shared/live/dialect.ts';
import type { VenueOrder } from '../../../src/trading/venues/venuePort.ts';
import {
  type Attempt,
  type RecordedCase,
  runRecordedRequests,
} from '../../support/ccxt/recordedRequests.ts';

// One contract is one unit of the base here, so that ccxt's contracts are our quantities.
runRecordedRequests({
  folder: 'gate',
  dialect: gateioDialect,
  markets: [
    { id: 'LTC_USDT', symbol: 'LTC/USDT' },
    { id: 'BTC_USDT', symbol: 'BTC/USDT' },
    { id: 'LTC_USDT', symbol: 'LTC/USDT:USDT', amountStep: 1 },
    { id: 'XRP_USDT', symbol: 'XRP/USDT:USDT', amountStep: 1 },
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
  // Our requests always have the client id and the time in force, and ask for full pages of a known
  // span.
  ownFields: ['text', 'time_in_force', 'tif', 'limit', 'to', 'initial.text', 'initial.tif'],
  plain,
  translate,
});

/** The terms of a conditional order are nested inside it. */
function plain(fields: object): object {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value !== 'object' || value === null) return [[name, value]];
    return Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each]);
  });
  return Object.fromEntries(entries);
}

function translate(recorded: RecordedCase): Attempt | string {
  const { method, input, description } = recorded;
  if (/option/i.test(description)) return 'the product trades no options';
  if (/unified/i.test(description)) return 'unified accounts are not translated';
  switch (method) {
    case 'createOrder':
      return created(recorded);
    case 'fetchOpenOrders':
      return openOrders(input);
    case 'fetchMyTrades':
      return trades(input);
    case 'fetchBalance':
      return 'a wallet that the product does not have';
    case 'cancelOrder':
      return canceled(input);
    default:
      return 'we name orders by our client id, and by the number of the exchange';
  }
}

type Params = Readonly<Record<string, unknown>>;

function created({ input }: RecordedCase): Attempt | string {
  const [name, kind, side, amount, price] = input;
  const params = (input[5] ?? {}) as Params;
  const symbol = parseSymbol(String(name));
  if (!symbol) return 'no symbol of ours';
  const isSpot = !symbol.includes(':');
  if (isSpot && kind === 'market') return 'a market order of ours is never for an amount of quote';
  const stop = params.stopLossPrice ?? params.triggerPrice;
  const plainType = kind === 'market' ? 'market' : 'limit';
  const stopType = kind === 'market' ? 'stop_loss' : 'stop_loss_limit';
  const order: VenueOrder = {
    clientId: 'c'.repeat(32),
    symbol,
    marketType: isSpot ? 'spot' : 'swap',
    side: side === 'sell' ? 'sell' : 'buy',
    type: stop === undefined ? plainType : stopType,
    quantity: String(amount),
    price: typeof price === 'number' ? String(price) : undefined,
    stopPrice: stop === undefined ? undefined : String(stop),
    trailingDelta: undefined,
    timeInForce: 'GTC',
    reduceOnly: false,
  };
  return (dialect, call) => dialect.submit(call, order);
}

/** A sleeping order of somebody else: by its number, wherever that is known. */
function canceled([id, name]: readonly unknown[]): Attempt | string {
  const symbol = parseSymbol(String(name));
  if (!symbol || !/^\d+$/.test(String(id))) return 'an id that the exchange never gives';
  const number = String(id);
  const ref = { clientId: number, venueOrderId: number, symbol, marketType: 'swap' } as const;
  const asleep = { id: number, status: 'open' };
  const answer = (path: string): unknown => {
    if (path.includes('price_orders')) return asleep;
    throw new Error('gate {"label":"ORDER_CANCELLED"}');
  };
  return (dialect, call) => dialect.cancel(answering(call, answer), ref);
}

/** Answers in place of the exchange, so that a call of several requests makes them all. */
function answering(call: DialectCall, answer: (path: string) => unknown): DialectCall {
  const { client } = call;
  const request: typeof client.request = (...asked) =>
    client.request(...asked).catch(() => answer(asked[0]));
  return { ...call, client: Object.assign(Object.create(client), { request }) };
}

function openOrders(input: readonly unknown[]): Attempt | string {
  const symbol = parseSymbol(String(input[0]));
  if (!symbol) return 'no symbol of ours';
  const marketType = symbol.includes(':') ? 'swap' : 'spot';
  return (dialect, call) =>
    dialect.openOrders(
      answering(call, () => []),
      marketType,
      symbol,
    );
}

function trades([name, since, limit]: readonly unknown[]): Attempt | string {
  const symbol = parseSymbol(String(name));
  if (!symbol) return 'no symbol of ours';
  const query = {
    marketType: 'swap',
    symbol,
    sinceMs: Number(since),
    limit: Number(limit),
  } as const;
  return (dialect, call) => dialect.fills(call, query);
}
