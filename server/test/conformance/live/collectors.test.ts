import { createSimulator, type Simulator } from '@windlass/simulator';
import { afterEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/kit/manualClock.ts';
import type { SimulatedVenue } from '../../support/simulatedExchange.ts';
import { simulatedVenues } from '../../support/simulatedVenues.ts';
import { openWireFeed, type WireFeed } from '../../support/wireFeed/wireFeed.ts';

const open: (WireFeed | Simulator)[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await ('stop' in each ? each.stop() : each.close());
});

const stepMs = 50;
/** A minute of the clock: what takes longer is not waited for but wrong. */
const stepsMax = 1_200;

async function collect(own: SimulatedVenue) {
  const clock = createManualClock();
  const simulator = createSimulator({
    now: clock.now,
    schedule: (delayMs, work) => void clock.schedule(delayMs, work),
  });
  const { url } = await simulator.listen();
  const feed = openWireFeed(own, { simulator, url, clock, seed: own.venue });
  open.push(feed, simulator);
  /** Lets time pass, and what is on the way arrive. */
  const pass = async () => {
    await clock.advance(stepMs);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((next) => setImmediate(next));
  };
  const until = async (holds: () => boolean) => {
    for (let step = 0; step < stepsMax && !holds(); step += 1) await pass();
    expect(holds()).toBe(true);
  };
  const isCurrent = () => feed.books.every(({ state, truth }) => state() === truth.count());
  const move = async (steps: number) => {
    for (let step = 0; step < steps; step += 1) {
      feed.step();
      await pass();
    }
  };
  return { simulator, feed, until, isCurrent, move };
}

describe.each(simulatedVenues)('books of $venue over the wire', (own) => {
  it('are those of the exchange, from the first to the last', async () => {
    const { feed, until, isCurrent, move } = await collect(own);
    await until(isCurrent);
    await move(150);
    await until(isCurrent);
    for (const { figures } of feed.books) {
      const { bad, served, reconnects, flags } = figures();
      expect(bad).toEqual([]);
      expect(served).toBeGreaterThan(100);
      expect(reconnects).toBe(0);
      expect(Object.values(flags)).toEqual([0, 0, 0, 0, 0, 0]);
    }
  });
});
