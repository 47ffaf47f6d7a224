import {
  createSimulator,
  type MarketDefinition,
  type NewAccount,
  type Simulator,
  type VenueName,
} from '@windlass/simulator';

/** An exchange whose markets are all at 64,000 and 64,001, with the account of a script. */
interface DemoExchange {
  readonly venue: VenueName;
  readonly markets: readonly MarketDefinition[];
  readonly account: NewAccount;
}

const steps = {
  base: 'BTC',
  tick: '0.1',
  lot: '0.0001',
  minQuantity: '0.0001',
  minNotional: '5',
  makerFeePpm: 200,
  takerFeePpm: 500,
} as const;
const spot = { ...steps, kind: 'spot', quote: 'USDT' } as const;
const swap = { ...steps, kind: 'swap', quote: 'USDT' } as const;

const key = { apiKey: 'demo-key', secret: 'demo-secret' } as const;
/** Kraken's secrets are in Base64. */
const krakenKey = { apiKey: 'demo-key', secret: 'ZGVtby1zZWNyZXQ=' } as const;
const dollars = { USDT: '100000' } as const;

/** By ccxt's names. */
export const demoExchanges = {
  binance: {
    venue: 'binance',
    markets: [spot, swap],
    account: { ...key, balances: { spot: dollars, usdm: dollars } },
  },
  bybit: {
    venue: 'bybit',
    markets: [spot, swap],
    account: { ...key, balances: { unified: dollars } },
  },
  gate: {
    venue: 'gateio',
    markets: [spot, { ...swap, lot: '1', minQuantity: '1', contractSize: '0.0001' }],
    account: { ...key, balances: { spot: dollars, 'futures/usdt': dollars } },
  },
  kraken: {
    venue: 'kraken',
    markets: [{ ...spot, quote: 'USD' }],
    account: { ...krakenKey, balances: { spot: { USD: '100000' } } },
  },
  krakenfutures: {
    venue: 'krakenfutures',
    markets: [{ ...swap, quote: 'USD' }],
    account: { ...krakenKey, balances: { flex: { USD: '100000' } } },
  },
  okx: {
    venue: 'okx',
    markets: [spot, { ...swap, lot: '0.01', minQuantity: '0.01', contractSize: '0.01' }],
    account: { ...key, passphrase: 'demo-words', balances: { trading: dollars } },
  },
  hyperliquid: {
    venue: 'hyperliquid',
    markets: [{ ...swap, quote: 'USDC' }],
    account: {
      // The address of the key: the account signs for itself, as ccxt expects.
      apiKey: '0x1563915e194d8cfba1943570603f7606a3115508',
      secret: `0x${'2'.repeat(64)}`,
      balances: { perp: { USDC: '100000' } },
    },
  },
} as const satisfies Readonly<Record<string, DemoExchange>>;

/** Coins on each side of every book. */
const shownCoins = 2;

/** Starts a simulator of one of them. */
export async function openDemo(
  name: keyof typeof demoExchanges,
): Promise<{ readonly simulator: Simulator; readonly url: string }> {
  const { venue, markets, account }: DemoExchange = demoExchanges[name];
  const simulator = createSimulator({ now: Date.now });
  simulator.addAccount({ ...account, venue });
  for (const definition of markets) {
    const market = simulator.defineMarket(venue, definition);
    const size = shownCoins / Number(definition.contractSize ?? '1');
    simulator.show(venue, market, { bids: [[64_000, size]], asks: [[64_001, size]] });
  }
  const { url } = await simulator.listen();
  return { simulator, url };
}
