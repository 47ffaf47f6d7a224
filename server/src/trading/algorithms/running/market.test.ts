import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { btc, eth } from '../../../../test/support/orders/fixture.ts';
import type { VenueBook } from '../../orderbook/types.ts';
import { createBookBeat } from './market.ts';

function setUp() {
  const clock = createManualClock();
  const listeners = new Set<(book: VenueBook) => void>();
  const onChange = (listener: (book: VenueBook) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const change = (symbol = btc) => {
    for (const listener of listeners) listener({ symbol } as VenueBook);
  };
  return { clock, listeners, change, beat: createBookBeat(onChange, clock) };
}

describe('the beat of books', () => {
  test('wakes once for all changes of a beat, and only for the symbol that is followed', async () => {
    const { clock, change, beat } = setUp();
    const woken: string[] = [];
    beat.follow(btc, () => woken.push('btc'));
    beat.follow(eth, () => woken.push('eth'));
    change();
    change();
    await clock.advance(99);
    expect(woken).toEqual([]);
    await clock.advance(1);
    expect(woken).toEqual(['btc']);
  });

  test('wakes nobody twice who follows again when woken', async () => {
    const { clock, change, beat } = setUp();
    const woken: string[] = [];
    const followAgain = (name: string) => {
      const stop = beat.follow(btc, () => {
        woken.push(name);
        stop();
        if (woken.length < 10) followAgain(name);
      });
    };
    followAgain('one');
    followAgain('two');
    change();
    await clock.advance(100);
    expect(woken).toEqual(['one', 'two']);
  });

  test('keeps no timer for symbols that nobody follows, nor after its end', async () => {
    const { clock, change, listeners, beat } = setUp();
    const stop = beat.follow(btc, () => undefined);
    stop();
    change();
    expect(clock.pending()).toBe(0);
    beat.follow(btc, () => undefined);
    change();
    beat.close();
    expect(clock.pending()).toBe(0);
    expect(listeners.size).toBe(0);
  });
});
