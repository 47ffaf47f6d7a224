import { gateioDialect } from '../../../../src/trading/venues/gateio/trading/dialect.ts';
import { type Mutations, without } from '../requestPlants.ts';
import { type SimulatedVenue, usualSteps } from '../simulated.ts';

type Terms = Readonly<Record<string, unknown>>;

const wallets = {
  spot: { USDT: '1000000', BTC: '10000' },
  'futures/usdt': { USDT: '1000000' },
} as const;
const pair = { base: 'BTC', quote: 'USDT' } as const;
/** The venue's own contract: a size meant in base units is never right in contracts by chance. */
const contracts = {
  contractSize: '0.0001',
  lot: '1',
  minQuantity: '1',
  minNotional: '0',
} as const;

/**
 * Changes orders on their way to an endpoint by its path; the terms of a conditional order are
 * inside it.
 */
function asking(all: Readonly<Record<string, (terms: Terms, params: Terms) => Terms>>): Mutations {
  const wrongly = (change: (typeof all)[string]) => (params: Terms, path: string) => {
    if (!path.endsWith('orders')) return params;
    const inside = ['put', 'initial'].find((name) => name in params);
    if (inside === undefined) return change(params, params);
    const terms = params[inside] as Terms;
    return { ...params, [inside]: change(terms, params) };
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, change]) => [name, { asked: wrongly(change) }]),
  );
}

/** The same for the trigger. */
function triggering(all: Readonly<Record<string, (trigger: Terms, params: Terms) => Terms>>) {
  const wrongly = (change: (typeof all)[string]) => (params: Terms) =>
    'trigger' in params ? { ...params, trigger: change(params.trigger as Terms, params) } : params;
  return Object.fromEntries(
    Object.entries(all).map(([name, change]) => [name, { asked: wrongly(change) }]),
  );
}

const mutations: Mutations = {
  ...asking({
    side: (terms) => ({
      ...terms,
      ...('side' in terms && { side: terms.side === 'buy' ? 'sell' : 'buy' }),
      ...('size' in terms && { size: -Number(terms.size) }),
    }),
    baseForContracts: (terms) =>
      'size' in terms ? { ...terms, size: Math.ceil(Number(terms.size) / 10_000) } : terms,
    contractsForBase: (terms) =>
      'amount' in terms ? { ...terms, amount: String(Number(terms.amount) * 10_000) } : terms,
    reduceOnlyDropped: (terms) => without(terms, 'reduce_only'),
    timeInForceDropped: (terms) => without(terms, 'tif', 'time_in_force'),
    timeInForceCase: (terms) => ({
      ...terms,
      ...('tif' in terms && { tif: String(terms.tif).toUpperCase() }),
      ...('time_in_force' in terms && {
        time_in_force: String(terms.time_in_force).toUpperCase(),
      }),
    }),
    postOnlyDropped: (terms) => (terms.tif === 'poc' ? { ...terms, tif: 'gtc' } : terms),
    clientIdPrefix: (terms) =>
      'text' in terms ? { ...terms, text: String(terms.text).replace('t-', 'x-') } : terms,
    clientIdDropped: (terms) => without(terms, 'text'),
    quoteForBase: (terms) =>
      terms.side === 'buy' && terms.time_in_force === 'ioc'
        ? { ...without(terms, 'price'), type: 'market' }
        : terms,
    limitForMarket: (terms) =>
      terms.type === 'market' ? { ...terms, type: 'limit', price: terms.price ?? '100.5' } : terms,
    wrongMarket: (terms, params) => ({
      ...terms,
      ...('currency_pair' in params && { currency_pair: 'ETH_USDT' }),
      ...('contract' in terms && { contract: 'ETH_USDT' }),
    }),
    wrongAccount: (terms) =>
      'account' in terms ? { ...terms, account: 'unified' } : { ...terms, settle: 'btc' },
    triggerForPrice: (terms, { trigger }) =>
      Number(terms.price) > 0 && trigger ? { ...terms, price: (trigger as Terms).price } : terms,
  }),
  ...triggering({
    triggerDirection: (trigger) => ({
      ...trigger,
      rule: opposite[String(trigger.rule)],
    }),
    priceForTrigger: (trigger, { put, initial }) => {
      const { price } = (put ?? initial) as Terms;
      return Number(price) > 0 ? { ...trigger, price } : trigger;
    },
  }),
};

const opposite: Readonly<Record<string, unknown>> = { '>=': '<=', '<=': '>=', 1: 2, 2: 1 };

export const gateioSimulated: SimulatedVenue = {
  venue: 'gateio',
  dialects: [gateioDialect],
  markets: [
    {
      symbol: 'BTC/USDT',
      marketType: 'spot',
      at: 'gateio',
      definition: { kind: 'spot', ...pair, ...usualSteps },
    },
    {
      symbol: 'BTC/USDT:USDT',
      marketType: 'swap',
      at: 'gateio',
      definition: { kind: 'swap', ...pair, ...usualSteps, ...contracts },
    },
  ],
  account(name) {
    const credentials = { api_key: `key-of-${name}`, api_secret: `secret-of-${name}` };
    const { api_key: apiKey, api_secret: secret } = credentials;
    return { credentials, opened: [{ venue: 'gateio', apiKey, secret, balances: wallets }] };
  },
  mutations,
};

/** The same with accounts that pay for everything from one wallet. */
export const gateioUnifiedSimulated: SimulatedVenue = {
  ...gateioSimulated,
  account(name) {
    const { credentials, opened } = gateioSimulated.account(name);
    return {
      credentials,
      opened: opened.map((each) => ({ ...each, unifiedMode: 'multi_currency' })),
    };
  },
};
