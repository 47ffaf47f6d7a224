import { createHash } from 'node:crypto';
import { hyperliquidDialect } from '../../../../src/trading/venues/hyperliquid/trading/dialect.ts';
import type { Mutation, Mutations, Params } from '../requestPlants.ts';
import { type SimulatedVenue, usualSteps } from '../simulated.ts';

/** Returns hexadecimal digits derived from a name. */
function digitsOf(name: string, count: number): string {
  return createHash('sha256').update(name).digest('hex').slice(0, count);
}

/** ccxt makes every order, and we sign and send it: mistakes are made before it is signed. */
function building(all: Readonly<Record<string, Required<Mutation>['built']>>): Mutations {
  return Object.fromEntries(Object.entries(all).map(([name, built]) => [name, { built }]));
}

const mutations: Mutations = building({
  side: ({ b }) => ({ b: b !== true }),
  baseForContracts: ({ s }) => ({ s: String(Number(s) * 10) }),
  reduceOnlyDropped: () => ({ r: false }),
  timeInForceWrong: ({ t }) => (tifOf(t) === 'Ioc' ? { t: { limit: { tif: 'Gtc' } } } : {}),
  timeInForceCase: ({ t }) => {
    const tif = tifOf(t);
    return tif === undefined ? {} : { t: { limit: { tif: tif.toLowerCase() } } };
  },
  postOnlyDropped: ({ t }) => (tifOf(t) === 'Alo' ? { t: { limit: { tif: 'Gtc' } } } : {}),
  clientIdPrefix: ({ c }) => ({ c: String(c).slice(2) }),
  clientIdDropped: () => ({ c: undefined }),
  clientIdOther: ({ c }) => ({ c: `0x${String(c).slice(2).split('').reverse().join('')}` }),
  triggerDirection: ({ t }) => triggered(t, ({ tpsl }) => ({ tpsl: tpsl === 'sl' ? 'tp' : 'sl' })),
  triggerKind: ({ t }) => triggered(t, ({ isMarket }) => ({ isMarket: isMarket !== true })),
  triggerDropped: ({ t }) => (tifOf(t) === undefined ? { t: { limit: { tif: 'Gtc' } } } : {}),
  priceForTrigger: ({ t, p }) => triggered(t, () => ({ triggerPx: p })),
  quoteForBase: ({ s, p }) => ({ s: String(Math.round(Number(s) * Number(p))) }),
  wrongMarket: ({ a }) => ({ a: Number(a) - 1 }),
  marketWithoutBound: ({ b, p }) => ({ p: b === true ? p : '1' }),
  trailingZero: ({ p }) => ({ p: Number(p).toFixed(2) }),
});

function tifOf(t: unknown): string | undefined {
  return (t as { readonly limit?: { readonly tif: string } }).limit?.tif;
}

/** Changes a trigger order; returns nothing for another order. */
function triggered(t: unknown, change: (trigger: Params) => Params): Params {
  const { trigger } = t as { readonly trigger?: Params };
  return trigger ? { t: { trigger: { ...trigger, ...change(trigger) } } } : {};
}

const steps = { ...usualSteps, minNotional: '10' } as const;

export const hyperliquidSimulated: SimulatedVenue = {
  venue: 'hyperliquid',
  dialects: [hyperliquidDialect],
  markets: [
    // The venue numbers its markets: the one of the suites is not the first.
    {
      symbol: 'ETH/USDC:USDC',
      marketType: 'swap',
      at: 'hyperliquid',
      definition: { kind: 'swap', base: 'ETH', quote: 'USDC', ...steps },
    },
    {
      symbol: 'BTC/USDC:USDC',
      marketType: 'swap',
      at: 'hyperliquid',
      definition: { kind: 'swap', base: 'BTC', quote: 'USDC', ...steps },
    },
  ],
  account(name) {
    // The account, and the key of the agent that signs for it.
    const credentials = {
      wallet_address: `0x${digitsOf(`account ${name}`, 40)}`,
      private_key: `0x${digitsOf(`agent ${name}`, 64)}`,
    };
    const { wallet_address: apiKey, private_key: secret } = credentials;
    const balances = { perp: { USDC: '1000000' } };
    return { credentials, opened: [{ venue: 'hyperliquid', apiKey, secret, balances }] };
  },
  mutations,
};

/** Returns the same with accounts that are vaults or sub-accounts of those whose agents sign. */
export function hyperliquidLed(as: 'vault' | 'subAccount'): SimulatedVenue {
  return {
    ...hyperliquidSimulated,
    account(name) {
      const { credentials, opened } = hyperliquidSimulated.account(name);
      const vault_address = `0x${digitsOf(`${as} ${name}`, 40)}`;
      const [owner] = opened;
      if (!owner) throw new Error('the owner is opened');
      const ledBy = { as, address: owner.apiKey };
      const led = { ...owner, apiKey: vault_address, secret: '', ledBy };
      // The owner has nothing, so that reading it by mistake shows.
      const poor = { ...owner, balances: { perp: {} } };
      return { credentials: { ...credentials, vault_address }, opened: [poor, led] };
    },
  };
}
