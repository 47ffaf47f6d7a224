import { benchSimulatedQuality } from './quality.ts';
import { benchReplays } from './replays.ts';
import { benchSchedule } from './schedule.ts';

/** Fewer leave the error of a mean as large as what is compared. */
const seeds = 200;

/** The schedule first, while nothing else has warmed the machine; then what orders cost. */
export async function benchAlgorithms(): Promise<string> {
  const schedule = await benchSchedule();
  const simulated = await benchSimulatedQuality(seeds);
  return [schedule, simulated, await benchReplays()].join('\n\n');
}
