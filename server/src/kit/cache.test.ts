import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/support/manualClock.ts';
import { createCache } from './cache.ts';

function setUp(sizeMax = 3) {
  const clock = createManualClock();
  const cache = createCache<string>({ clock, ttlMs: 1000, sizeMax });
  return { clock, cache };
}

describe('cache', () => {
  it('loads once for callers at the same time and answers later ones from memory', async () => {
    const { cache } = setUp();
    let loads = 0;
    const load = async () => {
      loads += 1;
      return 'value';
    };
    const values = await Promise.all([cache.get('a', load), cache.get('a', load)]);
    expect([...values, await cache.get('a', load)]).toEqual(['value', 'value', 'value']);
    expect(loads).toBe(1);
  });

  it('forgets a value when its time is over', async () => {
    const { cache, clock } = setUp();
    await cache.get('a', async () => 'old');
    await clock.advance(1000);
    expect(cache.peek('a')).toBeUndefined();
    expect(await cache.get('a', async () => 'new')).toBe('new');
  });

  it('does not remember a failure', async () => {
    const { cache } = setUp();
    const failing = cache.get('a', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await cache.get('a', async () => 'yes')).toBe('yes');
  });

  it('drops the least recently used beyond its size', async () => {
    const { cache } = setUp(2);
    await cache.get('a', async () => '1');
    await cache.get('b', async () => '2');
    cache.peek('a');
    await cache.get('c', async () => '3');
    expect([cache.peek('a'), cache.peek('b'), cache.peek('c')]).toEqual(['1', undefined, '3']);
  });

  it('lets a delete win over a load that was already under way', async () => {
    const { cache } = setUp();
    let finish: (value: string) => void = () => undefined;
    const flight = cache.get('a', () => new Promise<string>((resolve) => (finish = resolve)));
    cache.delete('a');
    finish('outdated');
    expect(await flight).toBe('outdated');
    expect(cache.peek('a')).toBeUndefined();
  });
});
