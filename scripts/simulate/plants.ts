import type { PlantMaker } from './plant.ts';
import { sessionPlants } from './sessionPlants.ts';
import { storePlants } from './storePlants.ts';

/** Every mistake that can be planted, by name. */
export const plants: ReadonlyMap<string, PlantMaker> = new Map<string, PlantMaker>([
  ...Object.entries(sessionPlants),
  ...Object.entries(storePlants),
]);
