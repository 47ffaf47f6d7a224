import { benchSimulatedQuality } from './quality.ts';
import { benchReplays } from './replays.ts';
import { benchSchedule } from './schedule.ts';

/** With fewer seeds the error of a mean is as large as the differences. */
const seeds = 200;

/**
 * Measures the schedule first, before anything else warms the machine, then the costs of orders.
 */
export async function benchAlgorithms(): Promise<string> {
  const schedule = await benchSchedule();
  const simulated = await benchSimulatedQuality(seeds);
  return [schedule, simulated, await benchReplays()].join('\n\n');
}
