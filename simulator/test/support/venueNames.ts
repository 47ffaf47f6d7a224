import type { VenueName } from '../../src/simulator.ts';
import { twins } from '../../src/twins.ts';

/** The exchanges that are simulated, without their other places. */
export const venueNames = Object.keys(twins).filter(isVenueName);

export function isVenueName(name: string): name is VenueName {
  return Object.hasOwn(twins, name);
}
