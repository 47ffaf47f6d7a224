import { describe, expect, it } from 'vitest';
import { createLifecycle } from './lifecycle.ts';
import { silentLogger } from './logger.ts';
import { createManualClock } from './manualClock.ts';

describe('lifecycle', () => {
  it('stops parts in reverse order, once, and says so while it does', async () => {
    const lifecycle = createLifecycle({ clock: createManualClock(), logger: silentLogger });
    const stopped: string[] = [];
    for (const name of ['store', 'feeds', 'http']) {
      lifecycle.started(name, () => {
        stopped.push(`${name} ${lifecycle.stopping}`);
      });
    }
    expect(lifecycle.stopping).toBe(false);
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    expect(stopped).toEqual(['http true', 'feeds true', 'store true']);
  });

  it('goes on when a part fails or hangs', async () => {
    const clock = createManualClock();
    const lifecycle = createLifecycle({ clock, logger: silentLogger });
    const stopped: string[] = [];
    lifecycle.started('last', () => {
      stopped.push('last');
    });
    lifecycle.started('failing', () => Promise.reject(new Error('no')));
    lifecycle.started('hanging', () => new Promise(() => undefined), 2000);
    const ended = lifecycle.stop();
    await clock.advance(1999);
    expect(stopped).toEqual([]);
    await clock.advance(1);
    await ended;
    expect(stopped).toEqual(['last']);
    expect(clock.pending()).toBe(0);
  });
});
