import type { Plant } from '../../server/test/support/plants/plant.ts';

/** The answer of a proof with a mistake in it: the verdict that finds it, or how far it went. */
export interface Finding {
  /** Undefined when nothing found the mistake. */
  readonly verdict: string | undefined;
  /** The number of runs so far, or the place of the finding, as the line prints it. */
  readonly after: string;
}

/**
 * Tries each mistake on its own, prints one line for each, and returns the names of those that were
 * not found. An interrupt ends it before the next one.
 */
export async function tryPlants<Planted extends Plant>(
  plants: readonly Planted[],
  find: (plant: Planted) => Finding | Promise<Finding>,
  isStopped: () => boolean = () => false,
): Promise<readonly string[]> {
  const width = Math.max(...plants.map(({ name }) => name.length));
  const survivors: string[] = [];
  let tried = 0;
  for (const plant of plants) {
    if (isStopped()) break;
    tried += 1;
    const { verdict, after } = await find(plant);
    if (verdict === undefined) survivors.push(plant.name);
    const text = verdict === undefined ? `NOT FOUND in ${after}` : `found ${after}: ${verdict}`;
    console.log(`${plant.name.padEnd(width)} ${text}`);
  }
  console.log(`${tried - survivors.length} of ${plants.length} mistakes were found.`);
  return survivors;
}
