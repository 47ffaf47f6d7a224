import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/support/manualClock.ts';
import { silentLogger } from '../../test/support/silentLogger.ts';
import { createLifecycle } from './lifecycle.ts';

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

  it('leaves behind what is late when it hurries, all of it within 800 ms', async () => {
    const clock = createManualClock();
    const lifecycle = createLifecycle({ clock, logger: silentLogger });
    const stopped: string[] = [];
    const hang = (name: string) => (isHurried: boolean) => {
      stopped.push(`${name} ${isHurried}`);
      return new Promise<void>(() => undefined);
    };
    for (const name of ['store', 'http', 'trading', 'feeds']) {
      lifecycle.started(name, hang(name), 15_000);
    }
    let isOver = false;
    void lifecycle.hurry().then(() => {
      isOver = true;
    });
    await clock.advance(799);
    expect(isOver).toBe(false);
    await clock.advance(1);
    expect(isOver).toBe(true);
    expect(stopped).toEqual(['feeds true', 'trading true', 'http true', 'store true']);
    expect(clock.pending()).toBe(0);
  });

  it('hurries a stop that is under way', async () => {
    const clock = createManualClock();
    const lifecycle = createLifecycle({ clock, logger: silentLogger });
    const hurried: boolean[] = [];
    const hang = (isHurried: boolean) => {
      hurried.push(isHurried);
      return new Promise<void>(() => undefined);
    };
    for (const name of ['store', 'trading']) lifecycle.started(name, hang, 15_000);
    const stopped = lifecycle.stop();
    await clock.advance(5_000);
    void lifecycle.hurry();
    await clock.advance(800);
    await stopped;
    expect(hurried).toEqual([false, true]);
    expect(clock.pending()).toBe(0);
  });
});
