import { bybitDialect } from '../../../../src/trading/venues/bybit/trading/dialect.ts';
import { type Mutations, without } from '../requestPlants.ts';
import { type SimulatedVenue, usualSteps } from '../simulated.ts';

const unified = { USDT: '1000000', BTC: '10000' } as const;
const pair = { base: 'BTC', quote: 'USDT' } as const;

type Params = Readonly<Record<string, unknown>>;

/** Changes orders on their way to an endpoint by its path; a trailing stop goes to another one. */
function sending(all: Readonly<Record<string, (params: Params) => Params>>): Mutations {
  const paths = ['v5/order/create', 'v5/position/trading-stop'];
  return Object.fromEntries(
    Object.entries(all).map(([name, change]) => [
      name,
      { asked: (params: Params, path: string) => (paths.includes(path) ? change(params) : params) },
    ]),
  );
}

/** Changes a field in requests that have it. */
const changing =
  (name: string, change: (value: unknown) => unknown) =>
  (params: Params): Params =>
    name in params ? { ...params, [name]: change(params[name]) } : params;

const mutations: Mutations = sending({
  side: changing('side', (side) => (side === 'Buy' ? 'Sell' : 'Buy')),
  sideCase: changing('side', (side) => String(side).toLowerCase()),
  tenTimes: changing('qty', (qty) => String(Number(qty) * 10)),
  numberForText: changing('qty', Number),
  reduceOnlyDropped: (params) => without(params, 'reduceOnly'),
  timeInForceDropped: (params) => without(params, 'timeInForce'),
  timeInForceCase: changing('timeInForce', (force) => String(force).toLowerCase()),
  postOnlyDropped: changing('timeInForce', (force) => (force === 'PostOnly' ? 'GTC' : force)),
  clientIdPrefix: changing('orderLinkId', (id) => `x-${String(id)}`),
  triggerDirection: changing('triggerDirection', (direction) => (direction === 1 ? 2 : 1)),
  orderFilterDropped: (params) => without(params, 'orderFilter'),
  quoteForBase: (params) => without(params, 'marketUnit'),
  wrongCategory: changing('category', (category) => (category === 'spot' ? 'linear' : 'spot')),
  wrongMarket: changing('symbol', (symbol) => String(symbol).replace('BTC', 'ETH')),
  priceForTrigger: (params) =>
    'price' in params && 'triggerPrice' in params
      ? { ...params, triggerPrice: params.price }
      : params,
  marketForLimit: changing('orderType', () => 'Market'),
  // Percent where the venue expects a distance.
  trailingUnit: changing('trailingStop', (distance) => String(Number(distance) / 10)),
});

export const bybitSimulated: SimulatedVenue = {
  venue: 'bybit',
  dialects: [bybitDialect],
  markets: [
    {
      symbol: 'BTC/USDT',
      marketType: 'spot',
      at: 'bybit',
      definition: { kind: 'spot', ...pair, ...usualSteps },
    },
    {
      // Contracts of this type count the base: there is no size to confuse it with.
      symbol: 'BTC/USDT:USDT',
      marketType: 'swap',
      at: 'bybit',
      definition: { kind: 'swap', ...pair, ...usualSteps },
    },
  ],
  account(name) {
    const credentials = { api_key: `key-of-${name}`, api_secret: `secret-of-${name}` };
    const { api_key: apiKey, api_secret: secret } = credentials;
    return { credentials, opened: [{ venue: 'bybit', apiKey, secret, balances: { unified } }] };
  },
  mutations,
};
