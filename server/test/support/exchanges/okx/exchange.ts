import { okxDialect } from '../../../../src/trading/venues/okx/trading/dialect.ts';
import { type Mutation, type Mutations, without } from '../requestPlants.ts';
import { type SimulatedVenue, usualSteps } from '../simulated.ts';

const pair = { base: 'BTC', quote: 'USDT' } as const;
/** One wallet for everything. */
const wallets = { trading: { USDT: '1000000', BTC: '10000' } } as const;

type Params = Readonly<Record<string, unknown>>;

/** Changes orders on their way to an endpoint by its path. */
function asking(all: Readonly<Record<string, Required<Mutation>['asked']>>): Mutations {
  return Object.fromEntries(Object.entries(all).map(([name, asked]) => [name, { asked }]));
}

/** Changes existing fields. */
function changed(params: Params, changes: Params): Params {
  const there = Object.entries(changes).filter(([name]) => name in params);
  return { ...params, ...Object.fromEntries(there) };
}

const isSwap = ({ instId }: Params) => String(instId).endsWith('-SWAP');

const mutations: Mutations = asking({
  side: (params) => ({ ...params, side: params.side === 'buy' ? 'sell' : 'buy' }),
  baseForContracts: (params) =>
    isSwap(params) ? { ...params, sz: String(Number(params.sz) / 100) } : params,
  contractsForBase: (params) =>
    isSwap(params) ? params : { ...params, sz: String(Number(params.sz) * 100) },
  reduceOnlyDropped: (params) => without(params, 'reduceOnly'),
  timeInForceIgnored: (params) =>
    params.ordType === 'ioc' || params.ordType === 'fok' ? { ...params, ordType: 'limit' } : params,
  timeInForceCase: (params) => ({ ...params, ordType: String(params.ordType).toUpperCase() }),
  postOnlyDropped: (params) =>
    params.ordType === 'post_only' ? { ...params, ordType: 'limit' } : params,
  fokForIoc: (params) => (params.ordType === 'ioc' ? { ...params, ordType: 'fok' } : params),
  clientIdPrefix: (params) =>
    changed(params, { clOrdId: `x${params.clOrdId}`, algoClOrdId: `x${params.algoClOrdId}` }),
  algoClientIdMisplaced: (params) => without(params, 'algoClOrdId'),
  triggerDirection: (params) => {
    const { slTriggerPx, slOrdPx, tpTriggerPx, tpOrdPx, ...rest } = params;
    const turned = {
      slTriggerPx: tpTriggerPx,
      slOrdPx: tpOrdPx,
      tpTriggerPx: slTriggerPx,
      tpOrdPx: slOrdPx,
    };
    const there = Object.entries(turned).filter(([, value]) => value !== undefined);
    return { ...rest, ...Object.fromEntries(there) };
  },
  quoteForBase: (params) => changed(params, { tgtCcy: 'quote_ccy' }),
  sizeInQuoteUnasked: (params) => without(params, 'tgtCcy'),
  wrongMarket: (params) => ({
    ...params,
    instId: isSwap(params) ? 'BTC-USDT' : 'BTC-USDT-SWAP',
    tdMode: isSwap(params) ? 'cash' : 'cross',
  }),
  tdModeMissing: (params) => without(params, 'tdMode'),
  tdModeCross: (params) => ({ ...params, tdMode: 'cross' }),
  priceForTrigger: (params) =>
    changed(params, {
      ...(params.slOrdPx !== '-1' && { slTriggerPx: params.slOrdPx }),
      ...(params.tpOrdPx !== '-1' && { tpTriggerPx: params.tpOrdPx }),
    }),
  marketForLimit: (params) =>
    params.ordType === 'conditional' ? changed(params, { slOrdPx: '-1', tpOrdPx: '-1' }) : params,
  trailingUnit: (params) =>
    changed(params, { callbackRatio: String(Number(params.callbackRatio) * 10) }),
});

export const okxSimulated: SimulatedVenue = {
  venue: 'okx',
  dialects: [okxDialect],
  markets: [
    {
      symbol: 'BTC/USDT',
      marketType: 'spot',
      at: 'okx',
      // The exchange has no minimum value of an order.
      definition: { kind: 'spot', ...pair, ...usualSteps, minNotional: '0' },
    },
    {
      symbol: 'BTC/USDT:USDT',
      marketType: 'swap',
      at: 'okx',
      definition: {
        kind: 'swap',
        ...pair,
        ...usualSteps,
        minNotional: '0',
        // Contracts of a hundredth: none of its sizes equals one of the base by chance.
        contractSize: '0.01',
        lot: '0.01',
        minQuantity: '0.01',
      },
    },
  ],
  account(name) {
    const credentials = {
      api_key: `key-of-${name}`,
      api_secret: `secret-of-${name}`,
      passphrase: `words-of-${name}`,
    };
    const { api_key: apiKey, api_secret: secret, passphrase } = credentials;
    return {
      credentials,
      opened: [{ venue: 'okx', apiKey, secret, passphrase, balances: wallets }],
    };
  },
  mutations,
};
