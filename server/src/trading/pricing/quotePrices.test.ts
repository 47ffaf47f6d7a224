import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import {
  createScriptedProvider,
  silentPriceMetrics,
} from '../../../test/support/prices/fixtures.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import { createPricing } from './pricing.ts';

function setUp() {
  const clock = createManualClock();
  const provider = createScriptedProvider();
  const price = (key: string, current: number | null, change: number | null = null) =>
    provider.prices.set(key, { current_price: current, price_change_percentage_24h: change });
  price('usd:bitcoin', 100_000, 10);
  price('usd:ethereum', 4_000);
  price('usd:tether', 0.5, -50);
  price('eur:bitcoin', 90_000, 5);
  price('usd:cardano', null);
  price('usd:solana', 0);
  const { quotePrices } = createPricing({
    provider,
    store: undefined,
    clock,
    logger: silentLogger,
    metrics: silentPriceMetrics,
  });
  const refresh = async (quote: string, bases: readonly string[]) => {
    const done = quotePrices.refresh(quote, bases);
    await clock.advance(30);
    await done;
  };
  return { clock, provider, quotePrices, refresh };
}

describe('quote prices', () => {
  it('are asked in the quote where the provider has it', async () => {
    const { clock, provider, quotePrices, refresh } = setUp();
    await refresh('EUR', ['BTC']);
    expect(provider.asked).toEqual([{ vsCurrency: 'eur', ids: ['bitcoin'] }]);
    const atMs = clock.now() - 5;
    expect(quotePrices.peek('EUR', 'BTC')).toEqual({ price: 90_000, change24hPct: 5, atMs });
    expect(quotePrices.peek('USD', 'BTC')).toBeUndefined();
  });

  it('go through usd and the coin of the quote, the change too', async () => {
    const { provider, quotePrices, refresh } = setUp();
    await refresh('USDT', ['BTC', 'ETH']);
    expect(provider.asked).toEqual([{ vsCurrency: 'usd', ids: ['bitcoin', 'ethereum', 'tether'] }]);
    const bitcoin = quotePrices.peek('USDT', 'BTC');
    expect(bitcoin?.price).toBe(200_000);
    // From 100,000/1.1 usd at 1 usd to 100,000 usd at 0.5 usd: 2.2-fold.
    expect(bitcoin?.change24hPct).toBeCloseTo(120, 9);
    expect(quotePrices.peek('USDT', 'ETH')).toMatchObject({
      price: 8_000,
      change24hPct: undefined,
    });
  });

  it('are as old as the older of their two parts', async () => {
    const { clock, quotePrices, refresh } = setUp();
    await refresh('USD', ['USDT']);
    const atMs = clock.now() - 5;
    await clock.advance(30_000);
    await refresh('USDT', ['BTC']);
    expect(quotePrices.peek('USDT', 'BTC')?.atMs).toBe(atMs);
  });

  it('are undefined where nothing is known, never 0', async () => {
    const { provider, quotePrices, refresh } = setUp();
    await refresh('USDT', ['ADA', 'SOL', 'NOBODY']);
    for (const base of ['ADA', 'SOL', 'NOBODY']) {
      expect(quotePrices.peek('USDT', base)).toBeUndefined();
    }
    await refresh('NOCOIN', ['BTC']);
    expect(quotePrices.peek('NOCOIN', 'BTC')).toBeUndefined();
    expect(provider.asked).toHaveLength(1);
  });

  it('are asked again after a minute', async () => {
    const { clock, provider, refresh } = setUp();
    await refresh('EUR', ['BTC']);
    await refresh('EUR', ['BTC']);
    expect(provider.asked).toHaveLength(1);
    await clock.advance(60_000);
    await refresh('EUR', ['BTC']);
    expect(provider.asked).toHaveLength(2);
  });
});
