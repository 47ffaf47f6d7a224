import { createSimulator, type Planning, type Simulator } from '@windlass/simulator';
import type { Clock } from '../../../../src/kit/clock.ts';
import type { SimulatedVenue } from '../../exchanges/simulated.ts';
import { openWireFeed, type WireFeed } from './feed.ts';
import { compareNoticed, type Noticed } from './noticing.ts';
import { createProvoking } from './provoking.ts';

/** A venue's collector after an exchange with faults. */
export interface FaultyOutcome {
  readonly venue: string;
  readonly noticed: readonly Noticed[];
  readonly bad: readonly string[];
  readonly served: number;
  /** True when every book is the exchange's own again, now without faults. */
  readonly isWell: boolean;
}

/** A simulated exchange with a collector, for as long as the test runs it. */
export interface FaultyFeed {
  readonly feed: WireFeed;
  readonly simulator: Simulator;
  misbehave(planning: Planning): void;
  /** Strikes the books that have recovered; to be called once a step. */
  provoke(): void;
  /** Ends the faults; silent or late messages are then released. */
  calm(): void;
  /** Returns true when every book is what the exchange shows now. */
  isCurrent(): boolean;
  outcome(): FaultyOutcome;
  stop(): Promise<void>;
}

interface FaultyDeps {
  readonly clock: Clock;
  readonly seed: number;
}

export async function openFaultyFeed(
  own: SimulatedVenue,
  { clock, seed }: FaultyDeps,
): Promise<FaultyFeed> {
  const simulator = createSimulator({
    now: clock.now,
    schedule: (delayMs, work) => void clock.schedule(delayMs, work),
  });
  const { url } = await simulator.listen();
  const feed = openWireFeed(own, { simulator, url, clock, seed: `${seed} ${own.venue}` });
  const isCurrent = () => feed.books.every(({ state, truth }) => state() === truth.count());
  return {
    feed,
    simulator,
    isCurrent,
    misbehave: (planning) => simulator.misbehave(planning, seed),
    provoke: createProvoking(feed, simulator, seed),
    calm: () => simulator.calm(),
    outcome() {
      const figures = feed.books.map((book) => book.figures());
      return {
        venue: own.venue,
        isWell: isCurrent(),
        noticed: compareNoticed(feed, simulator.strikes()),
        bad: figures.flatMap(({ bad }) => bad),
        served: figures.reduce((sum, { served }) => sum + served, 0),
      };
    },
    async stop() {
      await feed.stop();
      await simulator.close();
    },
  };
}
