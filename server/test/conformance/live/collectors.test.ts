import type { FaultName } from '@windlass/simulator';
import { afterEach, describe, expect, it } from 'vitest';
import { simulatedVenues } from '../../support/exchanges/every.ts';
import type { SimulatedVenue } from '../../support/exchanges/simulated.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { type FaultyFeed, openFaultyFeed } from '../../support/wire/feed/faultyFeed.ts';

const open: FaultyFeed[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop();
});

/** Slow enough for the slowest resubscription between two faults. */
const stepMs = 250;
/** Two minutes of the clock: anything that takes longer is wrong. */
const stepsMax = 480;

async function collect(own: SimulatedVenue) {
  const clock = createManualClock();
  const faulty = await openFaultyFeed(own, { clock, seed: 1 });
  open.push(faulty);
  /** Lets time pass, and messages in flight arrive. */
  const pass = async () => {
    await clock.advance(stepMs);
    for (let turn = 0; turn < 12; turn += 1) await new Promise((next) => setImmediate(next));
  };
  const settle = async () => {
    for (let step = 0; step < stepsMax && !faulty.isCurrent(); step += 1) await pass();
    expect(faulty.isCurrent()).toBe(true);
  };
  const move = async (forMs: number) => {
    for (let left = forMs; left > 0; left -= stepMs) {
      faulty.feed.step();
      await pass();
    }
  };
  await settle();
  return { ...faulty, settle, move };
}

/** Each long enough after the one before to be found by itself; a stalled stream takes longest. */
const faults: readonly FaultName[] = [
  ...(['lostFrame', 'reorderedFrames', 'garbageFrame', 'duplicatedFrame'] as const),
  ...(['delayedFrames', 'badChecksum', 'cut', 'restart', 'stall'] as const),
];
const everyMs = 8_000;
const lastMs = 60_000;

describe.each(simulatedVenues)('books of $venue over the wire', (own) => {
  it('are those of the exchange, from the first to the last', async () => {
    const { feed, settle, move } = await collect(own);
    await move(40_000);
    await settle();
    for (const { figures } of feed.books) {
      const { bad, served, troubles } = figures();
      expect(bad).toEqual([]);
      expect(served).toBeGreaterThan(100);
      expect(troubles).toEqual([]);
    }
  });

  it('are never wrong, and each fault of their streams is noticed once', async () => {
    const { simulator, misbehave, calm, settle, move, outcome } = await collect(own);
    const venues = [...new Set(own.markets.map(({ at }) => at))];
    const at = (index: number) => (5_000 + index * everyMs) / 1_000;
    const script = venues.flatMap((venue) =>
      faults.map((fault, index) => ({ at: at(index), fault, venue })),
    );
    misbehave({ chances: {}, script });
    await move(faults.length * everyMs + lastMs);
    calm();
    await settle();
    const { bad, noticed } = outcome();
    expect(bad).toEqual([]);
    const wrong = noticed.filter(({ injected, caught }) => caught !== injected);
    expect(wrong, JSON.stringify(simulator.strikes())).toEqual([]);
    expect(noticed.filter(({ injected }) => injected > 0).length).toBeGreaterThan(0);
  });
});
