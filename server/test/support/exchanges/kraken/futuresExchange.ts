import { krakenFuturesDialect } from '../../../../src/trading/venues/kraken/trading/futures/dialect.ts';
import { type Mutation, type Mutations, without } from '../requestPlants.ts';
import { type SimulatedVenue, usualSteps } from '../simulated.ts';

/** Perpetuals of kraken are counted in coins; there is no minimum value of an order. */
export const krakenFuturesMarket: SimulatedVenue['markets'][number] = {
  symbol: 'BTC/USD:USD',
  marketType: 'swap',
  at: 'krakenfutures',
  definition: { kind: 'swap', base: 'BTC', quote: 'USD', ...usualSteps, minNotional: '0' },
};

/** Returns the key of futures beside that of spot; a secret is Base64. */
export function krakenFuturesAccount(name: string) {
  const apiKey = `futures-key-of-${name}`;
  const secret = Buffer.from(`futures-secret-of-${name}`).toString('base64');
  return {
    futuresCredentials: { api_key: apiKey, api_secret: secret },
    opened: [
      { venue: 'krakenfutures', apiKey, secret, balances: { flex: { USD: '1000000' } } },
    ] as const,
  };
}

type Sent = Parameters<Required<Mutation>['sent']>[0];

/** Makes a mistake in the fields, for orders of types in which it can be made. */
function inType(types: readonly string[], change: (order: Sent) => object): Mutation {
  return {
    sent: (order) =>
      types.includes(String(order.params.orderType))
        ? { params: { ...order.params, ...change(order) } }
        : {},
  };
}

const triggers = ['stp', 'take_profit'];
const other = { stp: 'take_profit', take_profit: 'stp' } as const;

const mutations: Mutations = {
  futuresSide: { sent: ({ side }) => ({ side: side === 'buy' ? 'sell' : 'buy' }) },
  futuresContracts: { sent: ({ amount }) => ({ amount: amount * 10 }) },
  futuresQuoteForBase: { sent: ({ amount, price }) => ({ amount: amount * (price ?? 1) }) },
  futuresReduceOnlyDropped: { sent: ({ params }) => ({ params: without(params, 'reduceOnly') }) },
  // As ccxt does with its own names for stops and profits.
  futuresReduceOnlyForced: inType(triggers, () => ({ reduceOnly: true })),
  // As ccxt does with times in force in capitals.
  futuresTimeInForceDropped: inType(['ioc', 'fok'], () => ({ orderType: 'lmt' })),
  futuresTimeInForceCase: inType(['ioc', 'fok'], ({ params }) => ({
    orderType: String(params.orderType).toUpperCase(),
  })),
  futuresFokForIoc: inType(['ioc'], () => ({ orderType: 'fok' })),
  futuresIocForFok: inType(['fok'], () => ({ orderType: 'ioc' })),
  futuresPostOnlyDropped: inType(['post'], () => ({ orderType: 'lmt' })),
  futuresClientIdPrefix: {
    sent: ({ params }) => ({ params: { ...params, clientOrderId: `x-${params.clientOrderId}` } }),
  },
  // As ccxt does with every trigger price.
  futuresTriggerDirection: inType(triggers, ({ params }) => ({
    orderType: other[params.orderType as keyof typeof other],
  })),
  futuresStopForProfit: inType(['take_profit'], () => ({ orderType: 'stp' })),
  futuresPriceForTrigger: inType(triggers, ({ price }) => (price ? { stopPrice: price } : {})),
  futuresLimitDropped: {
    sent: ({ params }) => (triggers.includes(String(params.orderType)) ? { price: undefined } : {}),
  },
  futuresMarket: { sent: ({ symbol }) => ({ symbol: symbol.split(':')[0] ?? '' }) },
  futuresDeadlinePassed: {
    sent: ({ params }) => ({ params: { ...params, processBefore: new Date(0).toISOString() } }),
  },
};

/** Made only in orders of futures: those of spot would show them too. */
export const krakenFuturesMutations: Mutations = Object.fromEntries(
  Object.entries(mutations).map(([name, { sent }]) => [
    `futures-${name}`,
    { sent: (order: Sent) => (order.symbol.includes(':') ? (sent?.(order) ?? {}) : {}) },
  ]),
);

/** Futures only, for their own tests. */
export const krakenFuturesSimulated: SimulatedVenue = {
  venue: 'kraken',
  dialects: [krakenFuturesDialect],
  markets: [krakenFuturesMarket],
  account(name) {
    const { futuresCredentials, opened } = krakenFuturesAccount(name);
    // Nothing is requested from spot here.
    return { credentials: futuresCredentials, futuresCredentials, opened: [...opened] };
  },
  mutations: krakenFuturesMutations,
};
