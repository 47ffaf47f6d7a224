import type { PortPlant, TextPlant } from '../../server/test/support/plants/plant.ts';
import { hostPlants } from './algorithms/hostPlants.ts';
import type { Mode } from './faults.ts';
import { ownerPlants } from './owners/plants.ts';
import { pairPlants } from './pairs/plants.ts';
import type { PortsMaker } from './plantedPorts.ts';
import { sessionPlants } from './sessionPlants.ts';
import { storePlants } from './storePlants.ts';

/** A mistake in the ports of a run, or in texts of the product. */
export type SimulatedPlant = PortPlant<PortsMaker> | TextPlant;

const plantsIn = {
  orders: [...sessionPlants, ...storePlants],
  owners: ownerPlants,
  algorithms: hostPlants,
  pairs: pairPlants,
} as const satisfies Readonly<Record<Mode, readonly SimulatedPlant[]>>;

/** Returns the mistakes that runs of a mode must find. */
export function plantsOf(mode: Mode): readonly SimulatedPlant[] {
  return plantsIn[mode];
}

/** Returns a mistake by its name. */
export function plantNamed(mode: Mode, name: string | undefined): SimulatedPlant | undefined {
  return plantsOf(mode).find((plant) => plant.name === name);
}
