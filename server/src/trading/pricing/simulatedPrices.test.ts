import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import { createSeededRandom } from '../../kit/random.ts';
import { createSimulatedFeeds } from '../venues/feeds.ts';
import type { CoinTicker } from './priceProvider.ts';
import { createSimulatedPrices } from './simulatedPrices.ts';

const never = new AbortController().signal;
const ids = [
  'bitcoin',
  'ethereum',
  'solana',
  'ripple',
  'dogecoin',
  'litecoin',
  'cardano',
  'chainlink',
  'tether',
  'usd-coin',
];

async function setUp() {
  const clock = createManualClock();
  const { simulated } = await createSimulatedFeeds({
    seed: 'prices',
    faults: 'off',
    clock,
    random: createSeededRandom('prices'),
    logger: silentLogger,
    savedTimeline: undefined,
    saveTimeline: async () => undefined,
  });
  if (!simulated) throw new Error('the simulated feed has a market');
  const provider = createSimulatedPrices({ market: simulated, clock });
  const ask = async (vsCurrency: string) => {
    const rows = await provider.tickers(vsCurrency, [...ids, 'nobody'], never);
    return new Map(rows.map((row) => [row.id, row]));
  };
  return { clock, provider, simulated, ask };
}

const of = (rows: ReadonlyMap<string, CoinTicker>, id: string, field: keyof CoinTicker) =>
  Number(rows.get(id)?.[field]);

describe('simulated prices', () => {
  it('are those of the market, of the last day, in every currency', async () => {
    const { provider, simulated, ask } = await setUp();
    expect([...provider.currencies]).toEqual(['usd', 'eur', 'btc', 'eth']);
    for (const vsCurrency of provider.currencies) {
      const rows = await ask(vsCurrency);
      expect([...rows.keys()].sort()).toEqual([...ids].sort());
      for (const id of ids) {
        const price = of(rows, id, 'current_price');
        expect(of(rows, id, 'low_24h')).toBeLessThanOrEqual(price);
        expect(of(rows, id, 'high_24h')).toBeGreaterThanOrEqual(price);
        const before = price - of(rows, id, 'price_change_24h');
        expect(of(rows, id, 'price_change_percentage_24h')).toBeCloseTo(
          (price / before - 1) * 100,
          4,
        );
        const supply = of(rows, id, 'circulating_supply');
        expect(of(rows, id, 'market_cap') / (price * supply)).toBeCloseTo(1, 8);
      }
    }
    const usd = await ask('usd');
    const market = simulated.priceAt('BTC', simulated.marketTimeMs()) ?? 0;
    expect(of(usd, 'bitcoin', 'current_price') / market).toBeCloseTo(1, 8);
    const dayAgo = simulated.priceAt('BTC', simulated.marketTimeMs() - 86_400_000) ?? 0;
    expect(of(usd, 'bitcoin', 'price_change_24h')).toBeCloseTo(market - dayAgo, 3);
    expect(usd.get('bitcoin')).toMatchObject({ market_cap_rank: 1, ath: null, max_supply: null });
  });

  it('agree with each other across currencies', async () => {
    const { ask } = await setUp();
    const [usd, btc] = [await ask('usd'), await ask('btc')];
    const rate = of(usd, 'bitcoin', 'current_price');
    for (const id of ids) {
      for (const field of ['current_price', 'market_cap', 'total_volume'] as const) {
        expect((of(btc, id, field) * rate) / of(usd, id, field)).toBeCloseTo(1, 6);
      }
    }
    expect(btc.get('bitcoin')).toMatchObject({ current_price: 1, price_change_24h: 0 });
  });

  it('move with the market, and refuse other currencies', async () => {
    const { clock, provider, ask } = await setUp();
    const before = of(await ask('usd'), 'bitcoin', 'current_price');
    await clock.advance(60_000);
    expect(of(await ask('usd'), 'bitcoin', 'current_price')).not.toBe(before);
    await expect(provider.tickers('gbp', ids, never)).rejects.toMatchObject({ kind: 'refused' });
    expect(await provider.coins(never)).toContainEqual({
      id: 'ripple',
      symbol: 'xrp',
      name: 'XRP',
    });
  });
});
