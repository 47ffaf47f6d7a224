import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import {
  createScriptedProvider,
  silentPriceMetrics,
} from '../../../test/support/prices/fixtures.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import { PriceProviderError } from '../pricing/priceProvider.ts';
import { createPricing } from '../pricing/pricing.ts';
import { createValuation } from './usdRates.ts';

function setUp(books: Readonly<Record<string, number>> = {}) {
  const clock = createManualClock();
  const provider = createScriptedProvider();
  const price = (key: string, current: number | null) =>
    provider.prices.set(key, { current_price: current });
  price('usd:bitcoin', 100_000);
  price('eur:bitcoin', 80_000);
  price('usd:tether', 0.9);
  price('usd:cardano', null);
  price('usd:solana', 0);
  const { tickers, coinIds } = createPricing({
    provider,
    store: undefined,
    clock,
    logger: silentLogger,
    metrics: silentPriceMetrics,
  });
  const valuation = createValuation({
    tickers,
    coinIds,
    clock,
    bookMid(symbol) {
      const mid = books[symbol];
      return mid === undefined ? undefined : { mid, atMs: clock.now() };
    },
  });
  const usd = async (asset: string, maxAgeMs?: number) => {
    const rate = valuation.usd(asset, maxAgeMs === undefined ? {} : { maxAgeMs });
    await clock.advance(30);
    return rate;
  };
  return { clock, provider, valuation, usd };
}

describe('the value of an asset in USD', () => {
  it('is 1 for USD', async () => {
    const { clock, provider, valuation, usd } = setUp();
    expect(valuation.latest('USD')).toEqual({ usd: 1, source: 'par', atMs: clock.now() });
    expect(await usd('USD')).toMatchObject({ usd: 1, source: 'par' });
    expect(provider.asked).toEqual([]);
  });

  it("is the provider's price, asked again after a minute or the age that is wanted", async () => {
    const { clock, provider, valuation, usd } = setUp();
    expect(valuation.latest('BTC')).toBeUndefined();
    const atMs = clock.now() + 25;
    expect(await usd('BTC')).toEqual({ usd: 100_000, source: 'provider', atMs });
    await usd('BTC');
    expect(provider.asked).toHaveLength(1);
    await usd('BTC', 20);
    expect(provider.asked).toHaveLength(2);
    await clock.advance(60_000);
    await usd('BTC');
    expect(provider.asked).toHaveLength(3);
    expect(valuation.latest('BTC')?.usd).toBe(100_000);
  });

  it('of a fiat is what bitcoin costs in both', async () => {
    const { valuation, usd } = setUp();
    expect(await usd('EUR')).toMatchObject({ usd: 1.25, source: 'provider' });
    expect(valuation.latest('EUR')?.usd).toBe(1.25);
  });

  it('of a fiat is unknown when the two prices are of different times', async () => {
    const { clock, valuation, usd } = setUp();
    await usd('EUR');
    await clock.advance(900_001);
    await usd('BTC');
    expect(valuation.latest('EUR')).toBeUndefined();
  });

  it('comes from a book where the provider knows no coin, at the rate of its quote', async () => {
    const { usd } = setUp({ 'ODD/USDT': 10, 'RARE/USDC': 3, 'USDC/USD': 0.5, 'LAST/USD': 7 });
    await usd('USDT');
    expect(await usd('ODD')).toMatchObject({ usd: 9, source: 'book' });
    expect(await usd('RARE')).toMatchObject({ usd: 1.5, source: 'book' });
    expect(await usd('LAST')).toMatchObject({ usd: 7, source: 'book' });
  });

  it('prefers a live book to a provider that has been silent for a quarter of an hour', async () => {
    const { clock, provider, usd } = setUp({ 'BTC/USD': 50_000 });
    await usd('BTC');
    provider.fault = new PriceProviderError('unavailable', 'status 500');
    await clock.advance(800_000);
    expect(await usd('BTC')).toMatchObject({ usd: 100_000, source: 'provider' });
    await clock.advance(200_000);
    expect(await usd('BTC')).toMatchObject({ usd: 50_000, source: 'book' });
  });

  it('is an old price rather than none', async () => {
    const { clock, provider, usd } = setUp();
    const first = await usd('BTC');
    provider.fault = new PriceProviderError('unavailable', 'status 500');
    await clock.advance(5_000_000);
    expect(await usd('BTC')).toEqual(first);
  });

  it.each(['ADA', 'SOL', 'NOBODY', 'ZERO', 'BROKEN'])(
    'of %s is unknown, never 0',
    async (asset) => {
      const { usd } = setUp({ 'ZERO/USD': 0, 'BROKEN/USD': Number.NaN, 'NOBODY/USDC': 5 });
      expect(await usd(asset)).toBeUndefined();
    },
  );
});
