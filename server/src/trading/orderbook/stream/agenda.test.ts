import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { createAgenda } from './agenda.ts';

function setUp() {
  const clock = createManualClock();
  const turns: [atMs: number, items: string[]][] = [];
  const agenda = createAgenda<string>({
    clock,
    run: (due) => turns.push([clock.monotonic(), [...due.keys()].sort()]),
  });
  return { clock, agenda, turns };
}

describe('agenda', () => {
  it('does soon what is quiet, all of one moment together', async () => {
    const { clock, agenda, turns } = setUp();
    agenda.soon('a');
    agenda.soon('b');
    await clock.advance(0);
    expect(turns).toEqual([[0, ['a', 'b']]]);
  });

  it('keeps to the beginning of a window when nobody else is booked in it', async () => {
    const { clock, agenda, turns } = setUp();
    agenda.within('a', { earliestMs: 30, latestMs: 60 });
    agenda.within('b', { earliestMs: 70, latestMs: 90 });
    await clock.advance(100);
    expect(turns).toEqual([
      [30, ['a']],
      [70, ['b']],
    ]);
  });

  it('joins a moment that others are booked at, never before or after the window', async () => {
    const { clock, agenda, turns } = setUp();
    agenda.within('a', { earliestMs: 50, latestMs: 50 });
    agenda.within('b', { earliestMs: 20, latestMs: 60 });
    agenda.within('early', { earliestMs: 10, latestMs: 40 });
    agenda.within('late', { earliestMs: 51, latestMs: 90 });
    await clock.advance(100);
    expect(turns).toEqual([
      [10, ['early']],
      [50, ['a', 'b']],
      [51, ['late']],
    ]);
  });

  it('takes along whatever may go when a turn is run anyway', async () => {
    const { clock, agenda, turns } = setUp();
    agenda.within('a', { earliestMs: 50, latestMs: 50 });
    agenda.within('b', { earliestMs: 20, latestMs: 60 });
    await clock.advance(30);
    agenda.soon('c');
    await clock.advance(100);
    expect(turns).toEqual([
      [30, ['b', 'c']],
      [50, ['a']],
    ]);
  });

  it('keeps no timer that nobody needs any more', () => {
    const { clock, agenda } = setUp();
    agenda.within('a', { earliestMs: 50, latestMs: 50 });
    agenda.within('b', { earliestMs: 20, latestMs: 60 });
    agenda.forget('a');
    expect(clock.pending()).toBe(1);
    agenda.close();
    expect(clock.pending()).toBe(0);
  });

  it('does not lose an item whose moment falls between two milliseconds', async () => {
    const { clock, agenda, turns } = setUp();
    await clock.advance(0.4);
    agenda.within('a', { earliestMs: 50.7, latestMs: 50.7 });
    await clock.advance(60);
    expect(turns).toHaveLength(1);
    expect(turns[0]?.[0]).toBeGreaterThanOrEqual(50.7);
  });

  it('rests as long as a run took, and gathers what falls due', async () => {
    const clock = createManualClock();
    let spentMs = 0;
    const turns: [atMs: number, items: string[]][] = [];
    const passing = { ...clock, monotonic: () => clock.monotonic() + spentMs };
    const agenda = createAgenda<string>({
      clock: passing,
      run: (due) => {
        turns.push([passing.monotonic(), [...due.keys()].sort()]);
        spentMs += 10;
      },
    });
    agenda.within('paced', { earliestMs: 15, latestMs: 18 });
    agenda.soon('first');
    await clock.advance(1);
    agenda.soon('second');
    await clock.advance(100);
    expect(turns).toEqual([
      [0, ['first']],
      [20, ['paced', 'second']],
    ]);
    expect(clock.pending()).toBe(0);
  });

  it('never rests longer than half a broadcast interval', async () => {
    const clock = createManualClock();
    let spentMs = 0;
    const turns: number[] = [];
    const passing = { ...clock, monotonic: () => clock.monotonic() + spentMs };
    const agenda = createAgenda<string>({
      clock: passing,
      run: () => {
        turns.push(passing.monotonic());
        spentMs += 100;
      },
    });
    agenda.soon('first');
    await clock.advance(0);
    agenda.soon('second');
    await clock.advance(200);
    expect(turns).toEqual([0, 150]);
  });
});
