import { type Mutation, type Mutations, type SentOrder, without } from '../requestPlants.ts';
import { type SimulatedMarket, usualSteps } from '../simulated.ts';

const balances = { spot: { USD: '1000000', BTC: '10000' } } as const;

export const krakenSpotMarkets: readonly SimulatedMarket[] = [
  {
    symbol: 'BTC/USD',
    marketType: 'spot',
    at: 'kraken',
    definition: { kind: 'spot', base: 'BTC', quote: 'USD', ...usualSteps },
  },
];

/** Opens one account of the spot class; the venue's secrets are in Base64. */
export function krakenSpotAccount(name: string) {
  const apiKey = `key-of-${name}`;
  const secret = Buffer.from(`secret-of-${name}`).toString('base64');
  return {
    credentials: { api_key: apiKey, api_secret: secret },
    opened: [{ venue: 'kraken', apiKey, secret, balances }],
  } as const;
}

type Sent = Required<Mutation>['sent'];

/** Changes spot orders in ccxt's own method, which they all go through. */
function ofSpot(all: Readonly<Record<string, Sent>>): Mutations {
  return Object.fromEntries(
    Object.entries(all).map(([name, change]) => {
      const sent: Sent = (order) => (order.symbol.includes(':') ? {} : change(order));
      return [`spot${name}`, { sent }];
    }),
  );
}

const isTriggered = (params: SentOrder['params']) =>
  'stopLossPrice' in params || 'takeProfitPrice' in params;
const hourMs = 3_600_000;

export const krakenSpotMutations: Mutations = ofSpot({
  Side: ({ side }) => ({ side: side === 'buy' ? 'sell' : 'buy' }),
  TenTimesTheQuantity: ({ amount }) => ({ amount: amount * 10 }),
  QuoteForBase: ({ type, side, amount, params }) =>
    type === 'market' && side === 'buy' && !isTriggered(params)
      ? { params: { ...params, cost: amount } }
      : {},
  TimeInForceDropped: ({ params }) => ({ params: without(params, 'timeInForce') }),
  TimeInForceCase: ({ params }) => ({
    params: {
      ...params,
      ...('timeInForce' in params && { timeInForce: String(params.timeInForce).toLowerCase() }),
    },
  }),
  PostOnlyDropped: ({ params }) => ({ params: without(params, 'postOnly') }),
  PostOnlyAsTimeInForce: ({ params }) =>
    'postOnly' in params
      ? { params: { ...without(params, 'postOnly'), timeinforce: 'POST_ONLY' } }
      : {},
  ClientIdPrefix: ({ params }) => ({
    params: { ...params, clientOrderId: `x-${String(params.clientOrderId)}` },
  }),
  ClientIdDropped: ({ params }) => ({ params: without(params, 'clientOrderId') }),
  TriggerDirection: ({ params }) => ({
    params: {
      ...without(params, 'stopLossPrice', 'takeProfitPrice'),
      ...('stopLossPrice' in params && { takeProfitPrice: params.stopLossPrice }),
      ...('takeProfitPrice' in params && { stopLossPrice: params.takeProfitPrice }),
    },
  }),
  TriggerDropped: ({ params }) => ({ params: without(params, 'stopLossPrice', 'takeProfitPrice') }),
  PriceForTrigger: ({ price, params }) =>
    price !== undefined && 'stopLossPrice' in params
      ? { params: { ...params, stopLossPrice: price } }
      : {},
  TriggerForPrice: ({ params }) =>
    isTriggered(params) ? { price: Number(params.stopLossPrice ?? params.takeProfitPrice) } : {},
  MarketStopForLimitStop: ({ params }) => (isTriggered(params) ? { type: 'market' } : {}),
  DeadlinePassed: ({ params }) => ({
    params: {
      ...params,
      deadline: new Date(Date.parse(String(params.deadline)) - hourMs).toISOString(),
    },
  }),
});
