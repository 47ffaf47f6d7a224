import type { VenueId } from './venue.ts';

/**
 * The worlds that exchanges keep apart. `production` is where the money is; a testnet and a demo
 * trade made-up money, with keys, orders and mostly books of their own.
 */
export const environments = ['production', 'testnet', 'demo'] as const;
export type Environment = (typeof environments)[number];

/** The region of an account whose venue serves all the world from one host. */
export const globalRegion = 'global';

/** The place of an account at a venue: one of its worlds, and one of its regional houses. */
export interface VenuePlace {
  readonly venue: VenueId;
  readonly environment: Environment;
  /** The venue's own word in our spelling, for example global, eea, us, eu. */
  readonly region: string;
}

/** The place of everything that names none: accounts on paper, public books and lists. */
export function productionOf(venue: VenueId): VenuePlace {
  return { venue, environment: 'production', region: globalRegion };
}

/** The place of an account, without all else of it. */
export function placeOf({ venue, environment, region }: VenuePlace): VenuePlace {
  return { venue, environment, region };
}

/** A name for the place, the same for equal ones. */
export function placeKey({ venue, environment, region }: VenuePlace): string {
  return [venue, environment, region].join(' ');
}
