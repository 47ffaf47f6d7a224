import type { FaultName, Planning, Simulator } from '@windlass/simulator';
import { createSeededRandom } from '../../../../src/kit/random.ts';
import type { WireBook, WireFeed } from './feed.ts';

/** The faults of streams of books, one at a time. */
const faults: readonly FaultName[] = [
  ...(['lostFrame', 'reorderedFrames', 'garbageFrame', 'duplicatedFrame'] as const),
  ...(['delayedFrames', 'badChecksum', 'cut', 'restart', 'stall'] as const),
];

/** Steps in which every book of an exchange is right, before its next fault. */
const stepsBetween = 6;

/**
 * Hits each exchange with a fault whenever the collector has repaired the one before: two at once
 * could not be told apart. To be called once a step.
 */
export function createProvoking(feed: WireFeed, simulator: Simulator, seed: number) {
  const random = createSeededRandom(`${seed} provoking ${feed.venue}`);
  const exchanges = [...new Set(feed.books.map(({ market }) => market.at))].map((at) => ({
    at,
    books: feed.books.filter(({ market }) => market.at === at),
    right: 0,
  }));
  let drawn = seed;
  const planningOf = (fault: FaultName): Planning => ({
    chances: {},
    script: [{ at: 0, fault, venue: 'all' }],
  });
  return (): void => {
    for (const exchange of exchanges) {
      exchange.right = exchange.books.every(isCurrent) ? exchange.right + 1 : 0;
      if (exchange.right < stepsBetween) continue;
      const fault = faults[Math.floor(random.next() * faults.length)];
      if (!fault) throw new Error('Must hold: a number below the length is a place');
      exchange.right = 0;
      drawn += 1;
      simulator.misbehave(planningOf(fault), drawn, exchange.at);
    }
  };
}

function isCurrent({ state, truth }: WireBook): boolean {
  return state() === truth.count();
}
