import type { VenueId } from './venue.ts';

/**
 * The separate environments of exchanges. `production` trades real money; a testnet and a demo
 * trade fake money, with their own keys, orders and mostly books.
 */
export const environments = ['production', 'testnet', 'demo'] as const;
export type Environment = (typeof environments)[number];

/** The region of an account whose venue serves the whole world from one host. */
export const globalRegion = 'global';

/** The place of an account at a venue: its environment and its region. */
export interface VenuePlace {
  readonly venue: VenueId;
  readonly environment: Environment;
  /** The venue's name for it in our spelling, for example global, eea, us, eu. */
  readonly region: string;
}

/** Returns the place of everything that names none: paper accounts, public books and lists. */
export function productionOf(venue: VenueId): VenuePlace {
  return { venue, environment: 'production', region: globalRegion };
}

/** Returns the place of an account without its other fields. */
export function placeOf({ venue, environment, region }: VenuePlace): VenuePlace {
  return { venue, environment, region };
}

/** Returns a name for the place, the same for equal ones. */
export function placeKey({ venue, environment, region }: VenuePlace): string {
  return [venue, environment, region].join(' ');
}
