import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import {
  createScriptedProvider,
  makeTicker,
  silentPriceMetrics,
} from '../../../test/support/prices/fixtures.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import { createSeededRandom } from '../../kit/random.ts';
import { createPriceCalls } from './priceCalls.ts';
import { type PriceProvider, PriceProviderError } from './priceProvider.ts';
import type { TickerAnswer } from './tickerFeed.ts';
import type { TickerStore } from './tickerStore.ts';
import { createTickerFeed } from './tickers.ts';

const minuteMs = 60_000;

function setUp(changes: Partial<PriceProvider> = {}, keep?: TickerStore) {
  const clock = createManualClock();
  const provider = createScriptedProvider(changes);
  const metrics = silentPriceMetrics;
  const calls = createPriceCalls({ provider, clock, logger: silentLogger, metrics });
  const feed = createTickerFeed({ calls, keep, clock, metrics });
  for (const id of ['bitcoin', 'ethereum']) {
    provider.prices.set(`usd:${id}`, { current_price: 1 });
  }
  /** Requests, and lets the time to gather and to wait for a turn pass. */
  const get = async (ids: readonly string[], options?: { maxAgeMs?: number }) => {
    const answer = feed.get('usd', ids, options);
    await clock.advance(2_100);
    return answer;
  };
  return { clock, provider, feed, get };
}

const sources = ({ coins }: TickerAnswer) =>
  Object.fromEntries(Array.from(coins, ([id, { source }]) => [id, source]));

describe('the ticker feed', () => {
  it('is fresh at first, cached for 15 minutes, then asks again', async () => {
    const { clock, provider, get } = setUp();
    expect(sources(await get(['bitcoin']))).toEqual({ bitcoin: 'fresh' });
    await clock.advance(15 * minuteMs - 5_000);
    expect(sources(await get(['bitcoin']))).toEqual({ bitcoin: 'cached' });
    expect(provider.asked).toHaveLength(1);
    await clock.advance(5_000);
    expect(sources(await get(['bitcoin']))).toEqual({ bitcoin: 'fresh' });
  });

  it('mixes sources in one answer and asks only for what it misses', async () => {
    const { provider, get } = setUp();
    await get(['bitcoin']);
    const answer = await get(['bitcoin', 'ethereum', 'nobody']);
    expect(sources(answer)).toEqual({ bitcoin: 'cached', ethereum: 'fresh' });
    expect(answer).toMatchObject({ unknown: [], reason: undefined });
    expect(provider.asked[1]?.ids).toEqual(['ethereum', 'nobody']);
  });

  it('asks earlier when a smaller age is wanted', async () => {
    const { clock, get } = setUp();
    await get(['bitcoin']);
    await clock.advance(50_000);
    expect(sources(await get(['bitcoin'], { maxAgeMs: minuteMs }))).toEqual({ bitcoin: 'cached' });
    await clock.advance(10_000);
    expect(sources(await get(['bitcoin'], { maxAgeMs: minuteMs }))).toEqual({ bitcoin: 'fresh' });
  });

  it.each([
    ['limited', 'The price provider allows no more calls for now.'],
    ['unavailable', 'The price provider does not answer: status 502.'],
    ['refused', 'The price provider refuses: status 502.'],
  ] as const)('gives the last good price when a call is %s, and says why', async (kind, reason) => {
    const { clock, provider, feed, get } = setUp();
    const first = await get(['bitcoin']);
    await clock.advance(15 * minuteMs);
    provider.fault = new PriceProviderError(kind, 'status 502');
    const answer = await get(['bitcoin', 'ethereum']);
    expect(sources(answer)).toEqual({ bitcoin: 'stale' });
    expect(answer).toMatchObject({ unknown: ['ethereum'], reason });
    expect(answer.coins.get('bitcoin')?.fetchedAtMs).toBe(first.coins.get('bitcoin')?.fetchedAtMs);
    expect(feed.peek('usd', 'bitcoin')?.source).toBe('stale');
  });

  it('keeps a price that the provider answers without, as stale, and does not ask at once', async () => {
    const { clock, provider, get } = setUp();
    await get(['bitcoin']);
    await clock.advance(15 * minuteMs);
    provider.prices.clear();
    expect(sources(await get(['bitcoin']))).toEqual({ bitcoin: 'stale' });
    expect(sources(await get(['bitcoin']))).toEqual({ bitcoin: 'stale' });
    expect(provider.asked).toHaveLength(2);
  });

  it('remembers for 15 minutes who nobody knows', async () => {
    const { clock, provider, get } = setUp();
    await get(['nobody']);
    await get(['nobody']);
    expect(provider.asked).toHaveLength(1);
    await clock.advance(15 * minuteMs);
    await get(['nobody']);
    expect(provider.asked).toHaveLength(2);
  });

  it('makes one call of a thousand requests for the same coins', async () => {
    const { clock, provider, feed } = setUp();
    const ids = Array.from({ length: 50 }, (_, i) => `coin-${i}`);
    for (const id of ids) provider.prices.set(`usd:${id}`, { current_price: 1 });
    const gate = Promise.withResolvers<void>();
    provider.gate = gate.promise;
    const early = Array.from({ length: 500 }, () => feed.get('usd', ids));
    await clock.advance(30);
    const late = Array.from({ length: 500 }, () => feed.get('usd', ids));
    await clock.advance(30);
    gate.resolve();
    const answers = await Promise.all([...early, ...late]);
    expect(provider.asked).toHaveLength(1);
    expect(answers.every((answer) => answer.coins.size === 50)).toBe(true);
    expect(new Set(answers.flatMap((answer) => Object.values(sources(answer))))).toEqual(
      new Set(['fresh']),
    );
  });

  it('gathers for 25 ms, and fills calls to what they may hold', async () => {
    const { clock, provider, feed } = setUp({ idsPerCall: 3 });
    void feed.get('usd', ['a', 'b']);
    await clock.advance(20);
    void feed.get('usd', ['b', 'c', 'd']);
    void feed.get('eur', ['a']);
    await clock.advance(4);
    expect(provider.asked.map(({ ids }) => ids)).toEqual([['a', 'b', 'c']]);
    await clock.advance(21);
    expect(provider.asked.slice(1)).toEqual([
      { vsCurrency: 'usd', ids: ['d'] },
      { vsCurrency: 'eur', ids: ['a'] },
    ]);
  });

  it('keeps the address of a call short', async () => {
    const { clock, provider, feed } = setUp();
    void feed.get(
      'usd',
      Array.from({ length: 50 }, (_, i) => `${'x'.repeat(197)}${i}`),
    );
    await clock.advance(30);
    expect(provider.asked.map(({ ids }) => ids.length)).toEqual([29, 21]);
  });

  it('lets a caller leave without harm to the others', async () => {
    const { clock, feed } = setUp();
    const leaving = new AbortController();
    const left = feed.get('usd', ['bitcoin'], { signal: leaving.signal });
    const stays = feed.get('usd', ['bitcoin']);
    await clock.advance(10);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await clock.advance(20);
    expect(sources(await stays)).toEqual({ bitcoin: 'fresh' });
  });

  it.each([
    [undefined, minuteMs],
    [119_000, 119_000],
    [10, 1_000],
    [3_600_000, 300_000],
  ])('asks nobody after a limit of %s ms for %d ms', async (retryAfterMs, pauseMs) => {
    const { clock, provider, feed } = setUp();
    provider.fault = new PriceProviderError('limited', 'too many calls', {
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
    void feed.get('usd', ['bitcoin']);
    await clock.advance(25);
    expect(provider.asked).toHaveLength(1);
    await clock.advance(pauseMs - 50);
    void feed.get('usd', ['bitcoin']);
    await clock.advance(25);
    expect(provider.asked).toHaveLength(1);
    await clock.advance(25);
    void feed.get('usd', ['bitcoin']);
    await clock.advance(25);
    expect(provider.asked).toHaveLength(2);
  });

  it('leaves a provider in peace that fails again and again, and forgets it on success', async () => {
    const { clock, provider, get } = setUp();
    provider.fault = new PriceProviderError('unavailable', 'status 500');
    for (let i = 0; i < 4; i += 1) await get(['bitcoin']);
    // The second failure in a row paused for 5 s; the third and fourth request fell into it.
    expect(provider.asked).toHaveLength(2);
    await clock.advance(5_000);
    provider.fault = undefined;
    expect(sources(await get(['bitcoin']))).toEqual({ bitcoin: 'fresh' });
    provider.fault = new PriceProviderError('unavailable', 'status 500');
    await get(['a']);
    await get(['b']);
    expect(provider.asked).toHaveLength(5);
  });

  it('begins with what was kept, and trusts no capture of the future', async () => {
    const startMs = createManualClock().now();
    const saved: unknown[] = [];
    const kept = (id: string, fetchedAtMs: number) => ({ ticker: makeTicker(id), fetchedAtMs });
    const { provider, get } = setUp(
      {},
      {
        async load(put) {
          put('usd', kept('young', startMs - 60_000));
          put('usd', kept('old', startMs - 16 * minuteMs));
          put('usd', kept('future', startMs + 16 * minuteMs));
        },
        save: (...row) => void saved.push(row),
        stop: async () => undefined,
      },
    );
    provider.fault = new PriceProviderError('unavailable', 'status 500');
    const answer = await get(['young', 'old', 'future']);
    expect(sources(answer)).toEqual({ young: 'cached', old: 'stale', future: 'stale' });
    expect(saved).toEqual([]);
    provider.fault = undefined;
    const { coins } = await get(['bitcoin']);
    const { ticker, fetchedAtMs } = coins.get('bitcoin') ?? {};
    expect(saved).toEqual([['usd', [{ ticker, fetchedAtMs }]]]);
  });

  it('answers from what it knows when the calls of the minute are used up', async () => {
    const { clock, provider, get } = setUp({ callsPerMinute: 2 });
    await get(['bitcoin']);
    await clock.advance(15 * minuteMs);
    await get(['a']);
    await get(['b']);
    const answer = await get(['bitcoin', 'c']);
    expect(sources(answer)).toEqual({ bitcoin: 'stale' });
    expect(answer.unknown).toEqual(['c']);
    expect(answer.reason).toMatch(/^The 2 calls a minute to the price provider are used up/);
    expect(provider.asked).toHaveLength(3);
  });

  it('keeps within its calls on a whole day of random load', async () => {
    const random = createSeededRandom('a day of prices');
    const limit = 4;
    const { clock, provider, feed } = setUp({ callsPerMinute: limit });
    const startMs: number[] = [];
    const tickers = provider.tickers;
    provider.tickers = (...asked) => {
      startMs.push(clock.monotonic());
      return tickers(...asked);
    };
    const endMs = 86_400_000;
    let requests = 0;
    while (clock.monotonic() < endMs) {
      const burst = random.next() < 0.2 ? 12 : 1;
      for (let i = 0; i < burst; i += 1) {
        const currency = random.next() < 0.5 ? 'usd' : 'eur';
        requests += 1;
        void feed.get(currency, [`coin-${Math.floor(random.between(0, 500))}`]);
        if (random.next() < 0.5) await clock.advance(random.between(0, 400));
      }
      await clock.advance(random.between(0, 60_000));
    }
    expect(requests).toBeGreaterThan(5_000);
    expect(startMs.length).toBeGreaterThan(2_000);
    for (const [index, first] of startMs.entries()) {
      const next = startMs[index + limit];
      if (next !== undefined) expect(next - first).toBeGreaterThan(minuteMs);
    }
  });
});
