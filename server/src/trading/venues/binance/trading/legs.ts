import type { PositionLeg } from '../../../model/positionLeg.ts';
import type { Fields } from '../../shared/json.ts';
import type { VenueOrder } from '../../venuePort.ts';

const words = { long: 'LONG', short: 'SHORT' } as const satisfies Record<PositionLeg, string>;

/** Returns the position leg that a record names; undefined for an account in one-way mode. */
export function legIn({ positionSide }: Fields): PositionLeg | undefined {
  if (positionSide === words.long) return 'long';
  return positionSide === words.short ? 'short' : undefined;
}

/** Returns the venue's word for an order's position; undefined on spot and in one-way mode. */
export function positionSideOf({ leg, marketType }: VenueOrder): 'LONG' | 'SHORT' | undefined {
  return marketType === 'spot' || leg === undefined ? undefined : words[leg];
}

/**
 * Returns true for an order that only reduces. In hedge mode the side and the position leg tell it,
 * and the venue refuses the flag; on spot it refuses it as well.
 */
export function reduceOnlyOf({ leg, reduceOnly, marketType }: VenueOrder): true | undefined {
  return reduceOnly && leg === undefined && marketType !== 'spot' ? true : undefined;
}
