import type { DialectPlant } from '../exchanges/requestPlants.ts';
import { type LiveService, openLiveService, type SimulatedVenue } from '../exchanges/simulated.ts';
import { drawRun, type WireRun } from './draw.ts';
import { playRun, type WireResult } from './play.ts';

export interface SeriesOptions {
  readonly seed: string;
  /** Runs of the seed: the first, and how many. */
  readonly first: number;
  readonly runs: number;
  /** All by default. */
  readonly venues?: readonly SimulatedVenue[];
  /** A planted mistake. */
  readonly plant?: DialectPlant | undefined;
}

export interface PlayedRun extends WireResult {
  readonly index: number;
  readonly run: WireRun;
}

/**
 * Accounts that use an exchange before it is opened again: earlier ones are still followed and
 * compared while time passes.
 */
const accountsMax = 25;

/** Plays runs one after the other until `told` returns false for one. */
export async function playSeries(
  options: SeriesOptions,
  told: (played: PlayedRun) => boolean,
): Promise<void> {
  const { seed, first, runs, venues, plant } = options;
  const services = createServices(plant);
  try {
    for (let index = first; index < first + runs; index += 1) {
      const run = drawRun(`${seed} ${index}`, venues);
      const result = await services.use(run.venue, (live) => playRun(live, run));
      if (!told({ ...result, index, run })) return;
    }
  } finally {
    await services.close();
  }
}

/** Opens the exchanges of the runs, each with the service in front of it. */
export function createServices(plant?: DialectPlant) {
  const open = new Map<SimulatedVenue, { readonly live: LiveService; left: number }>();
  const openAt = async (venue: SimulatedVenue) => {
    const own = plant ? { ...venue, plant: plant.change } : venue;
    return { live: await openLiveService(own), left: accountsMax };
  };
  return {
    async use<Value>(venue: SimulatedVenue, work: (live: LiveService) => Promise<Value>) {
      const opened = open.get(venue) ?? (await openAt(venue));
      open.set(venue, opened);
      const value = await work(opened.live);
      opened.left -= 1;
      if (opened.left === 0) {
        open.delete(venue);
        await opened.live.stop();
      }
      return value;
    },
    async close(): Promise<void> {
      for (const { live } of open.values()) await live.stop();
    },
  };
}
