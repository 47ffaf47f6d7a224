import type { Mode } from './faults.ts';
import { ownerPlants } from './owners/plants.ts';
import type { PlantMaker } from './plant.ts';
import { sessionPlants } from './sessionPlants.ts';
import { storePlants } from './storePlants.ts';

/** Every mistake that can be planted, by name. */
export const plants: ReadonlyMap<string, PlantMaker> = new Map<string, PlantMaker>([
  ...Object.entries(sessionPlants),
  ...Object.entries(storePlants),
]);

/** Mistakes that are planted in a run itself; those of algorithms are planted as code is loaded. */
export function plantsIn(mode: Mode): ReadonlyMap<string, PlantMaker> | undefined {
  if (mode === 'orders') return plants;
  return mode === 'owners' ? new Map<string, PlantMaker>(Object.entries(ownerPlants)) : undefined;
}
