import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import {
  createScriptedProvider,
  silentPriceMetrics,
} from '../../../test/support/prices/fixtures.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import { createCoinIds } from './coinIds.ts';
import type { CoinListStore } from './coinListStore.ts';
import { createPriceCalls } from './priceCalls.ts';
import { PriceProviderError } from './priceProvider.ts';

const dayMs = 86_400_000;
const coin = (id: string, symbol: string) => ({ id, symbol, name: id });

function setUp(keep?: CoinListStore) {
  const clock = createManualClock();
  const provider = createScriptedProvider();
  provider.coinList = [
    coin('fake-bitcoin', 'btc'),
    coin('euro-meme', 'eur'),
    coin('sats-ordinals', 'sats'),
    coin('only-one', 'ONE'),
    coin('twin-a', 'twin'),
    coin('twin-b', 'twin'),
  ];
  const deps = { clock, logger: silentLogger };
  const calls = createPriceCalls({ provider, ...deps, metrics: silentPriceMetrics });
  return { clock, provider, coinIds: createCoinIds({ calls, keep, ...deps }) };
}

describe('coin ids', () => {
  it('know the majors without asking, whoever shares their name', async () => {
    const { provider, coinIds } = setUp();
    expect(await coinIds.get('BTC')).toBe('bitcoin');
    expect([coinIds.peek('USDC'), coinIds.peek('HYPE')]).toEqual(['usd-coin', 'hyperliquid']);
    expect(provider.coinCalls).toBe(0);
  });

  it('take the rest from the list where one coin alone has the symbol', async () => {
    const { provider, coinIds } = setUp();
    expect(coinIds.peek('ONE')).toBeUndefined();
    const found = await Promise.all(['ONE', 'TWIN', 'NONE', 'SATS'].map(coinIds.get));
    expect(found).toEqual(['only-one', undefined, undefined, 'sats-ordinals']);
    expect(coinIds.peek('ONE')).toBe('only-one');
    expect(provider.coinCalls).toBe(1);
  });

  it('take a currency for no coin', async () => {
    const { coinIds } = setUp();
    await coinIds.get('ONE');
    expect(await coinIds.get('EUR')).toBeUndefined();
    expect(['EUR', 'BTC', 'SATS', 'ONE'].filter(coinIds.isFiat)).toEqual(['EUR']);
  });

  it('serve the list for a day, then once more while the next one comes', async () => {
    const { clock, provider, coinIds } = setUp();
    await coinIds.get('ONE');
    await clock.advance(dayMs - 1);
    await coinIds.get('ONE');
    expect(provider.coinCalls).toBe(1);
    await clock.advance(1);
    provider.coinList = [coin('one-renamed', 'one')];
    expect(await coinIds.get('ONE')).toBe('only-one');
    await clock.advance(0);
    expect(await coinIds.get('ONE')).toBe('one-renamed');
    expect(provider.coinCalls).toBe(2);
  });

  it('keep an old list when there is no new one, and wait five minutes to ask again', async () => {
    const { clock, provider, coinIds } = setUp();
    await coinIds.get('ONE');
    await clock.advance(dayMs);
    provider.fault = new PriceProviderError('unavailable', 'status 500');
    for (let i = 0; i < 3; i += 1) {
      expect(await coinIds.get('ONE')).toBe('only-one');
      await clock.advance(0);
    }
    expect(provider.coinCalls).toBe(2);
    await clock.advance(300_000);
    await coinIds.get('ONE');
    expect(provider.coinCalls).toBe(3);
  });

  it('begin with the kept list, and keep the new one', async () => {
    const saved: unknown[] = [];
    const { clock, provider, coinIds } = setUp({
      load: async () => ({ ids: new Map([['one', 'kept-one']]), fetchedAtMs: 1 }),
      save: async (list) => void saved.push(list),
    });
    expect(await coinIds.get('ONE')).toBe('kept-one');
    await clock.advance(0);
    expect(await coinIds.get('ONE')).toBe('only-one');
    expect(provider.coinCalls).toBe(1);
    expect(saved).toEqual([
      {
        ids: new Map([
          ['btc', 'fake-bitcoin'],
          ['eur', 'euro-meme'],
          ['sats', 'sats-ordinals'],
          ['one', 'only-one'],
        ]),
        fetchedAtMs: clock.now(),
      },
    ]);
  });
});
