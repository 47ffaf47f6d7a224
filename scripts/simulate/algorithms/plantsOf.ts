import type { AlgorithmMode } from '../faults.ts';
import { pairPlants } from '../pairs/plants.ts';
import { type HostPlant, hostPlants } from './hostPlants.ts';

/** Mistakes that runs of a mode must find. */
export function plantsOf(mode: AlgorithmMode): readonly HostPlant[] {
  return mode === 'pairs' ? pairPlants : hostPlants;
}
