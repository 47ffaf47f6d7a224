import { binanceDialect } from '../../../../src/trading/venues/binance/trading/dialect.ts';
import { binancePortfolioDialect } from '../../../../src/trading/venues/binance/trading/portfolio/dialect.ts';
import { type Mutation, type Mutations, without } from '../requestPlants.ts';
import { type SimulatedVenue, usualSteps } from '../simulated.ts';

const wallets = {
  spot: { USDT: '1000000', BTC: '10000' },
  usdm: { USDT: '1000000' },
} as const;
const pair = { base: 'BTC', quote: 'USDT' } as const;

/** Changes orders in ccxt's own method, which every order goes through. */
function sending(all: Readonly<Record<string, Required<Mutation>['sent']>>): Mutations {
  return Object.fromEntries(Object.entries(all).map(([name, sent]) => [name, { sent }]));
}

const mutations: Mutations = sending({
  side: ({ side }) => ({ side: side === 'buy' ? 'sell' : 'buy' }),
  baseForContracts: ({ amount }) => ({ amount: amount * 10 }),
  reduceOnlyDropped: ({ params }) => ({ params: without(params, 'reduceOnly') }),
  timeInForceDropped: ({ params }) => ({ params: without(params, 'timeInForce') }),
  timeInForceCase: ({ params }) => ({
    params: { ...params, ...lowered(params.timeInForce) },
  }),
  postOnlyDropped: ({ params }) => ({ params: without(params, 'postOnly') }),
  clientIdPrefix: ({ params }) => ({ params: prefixed(params, 'x-') }),
  triggerDirection: ({ params }) => ({
    params: {
      ...without(params, 'stopLossPrice', 'takeProfitPrice'),
      ...('stopLossPrice' in params && { takeProfitPrice: params.stopLossPrice }),
      ...('takeProfitPrice' in params && { stopLossPrice: params.takeProfitPrice }),
    },
  }),
  quoteForBase: ({ type, amount, params }) =>
    type === 'market' ? { params: { ...params, cost: amount } } : {},
  wrongMarket: ({ symbol }) => ({
    symbol: symbol.includes(':') ? (symbol.split(':')[0] ?? '') : `${symbol}:USDT`,
  }),
  priceForTrigger: ({ price, params }) =>
    price !== undefined && 'stopLossPrice' in params
      ? { params: { ...params, stopLossPrice: price } }
      : {},
  trailingRatio: ({ params }) => ({
    params: {
      ...params,
      ...('trailingPercent' in params && { trailingPercent: Number(params.trailingPercent) / 10 }),
    },
  }),
});

function lowered(value: unknown): object {
  return typeof value === 'string' ? { timeInForce: value.toLowerCase() } : {};
}

function prefixed(params: Readonly<Record<string, unknown>>, prefix: string) {
  const { clientOrderId } = params;
  const id = typeof clientOrderId === 'string' ? `${prefix}${clientOrderId}` : undefined;
  return { ...params, ...(id !== undefined && { clientOrderId: id }) };
}

export const binanceSimulated: SimulatedVenue = {
  venue: 'binance',
  dialects: [binanceDialect],
  markets: [
    {
      symbol: 'BTC/USDT',
      marketType: 'spot',
      at: 'binance',
      definition: { kind: 'spot', ...pair, ...usualSteps },
    },
    {
      symbol: 'BTC/USDT:USDT',
      marketType: 'swap',
      at: 'binance',
      definition: { kind: 'swap', ...pair, ...usualSteps },
    },
  ],
  account(name) {
    const credentials = { api_key: `key-of-${name}`, api_secret: `secret-of-${name}` };
    const { api_key: apiKey, api_secret: secret } = credentials;
    return { credentials, opened: [{ venue: 'binance', apiKey, secret, balances: wallets }] };
  },
  mutations,
};

/** The same exchange, where accounts margin all contracts together; they send no spot order. */
export const binancePortfolioSimulated: SimulatedVenue = {
  ...binanceSimulated,
  dialects: [binancePortfolioDialect],
  markets: binanceSimulated.markets.filter(({ marketType }) => marketType === 'swap'),
  account(name) {
    const { credentials, opened } = binanceSimulated.account(name);
    return {
      credentials,
      opened: opened.map((each) => ({ ...each, isPortfolioMargin: true })),
      settings: { portfolio_margin: true },
    };
  },
};
