import type { PositionLeg } from '../../../model/positionLeg.ts';
import type { Fields } from '../../shared/json.ts';
import type { VenueOrder } from '../../venuePort.ts';

const words: Readonly<Record<PositionLeg, string>> = { long: 'LONG', short: 'SHORT' };

/** Returns the position leg that a record names; undefined for an account in one-way mode. */
export function legIn({ positionSide }: Fields): PositionLeg | undefined {
  if (positionSide === words.long) return 'long';
  return positionSide === words.short ? 'short' : undefined;
}

/**
 * Returns the fields that name an order's position, and that it only reduces. In hedge mode the
 * side and the position leg tell both, and the venue refuses the flag; on spot it refuses it as
 * well.
 */
export function positionFields({ leg, reduceOnly, marketType }: VenueOrder): Fields {
  if (marketType === 'spot') return {};
  if (leg !== undefined) return { positionSide: words[leg] };
  return reduceOnly ? { reduceOnly: true } : {};
}
