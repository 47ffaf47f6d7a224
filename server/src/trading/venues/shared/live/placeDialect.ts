import type { VenuePlace } from '../../../model/venuePlace.ts';
import type { PlaceHosts } from '../placeHosts.ts';
import { listingIn } from '../placeHosts.ts';
import type { Dialect } from './dialect.ts';
import { type ErrorMeaning, refusalTexts } from './failures.ts';

/** Returns the hosts that calls go to and their place, for people. */
export function whereText({ environment, region }: VenuePlace, { rest }: PlaceHosts): string {
  return `${rest.join(' and ')} (environment ${environment}, region ${region})`;
}

/**
 * Returns the refusal of a key with its place: a key of another place is refused like a wrong one.
 */
export function refusedAt(where: string, said: string = refusalTexts.badCredentials): string {
  const elsewhere = 'a key of another environment or region is refused there';
  return `${said} It was asked at ${where}; ${elsewhere}.`;
}

/** Returns the dialect as it is spoken in the place. */
export function dialectIn(place: VenuePlace, hosts: PlaceHosts, dialect: Dialect): Dialect {
  const message = refusedAt(whereText(place, hosts));
  const local = ({ message: said, ...word }: ErrorMeaning): ErrorMeaning =>
    said === refusalTexts.badCredentials ? { ...word, message } : { ...word, message: said };
  const { marketTypes = dialect.marketTypes } = hosts;
  const isThere = (types: Dialect['marketTypes']) =>
    types.some((each) => marketTypes.includes(each));
  return {
    ...dialect,
    errorMeanings: dialect.errorMeanings.map(local),
    options: { ...dialect.options, ...hosts.options },
    listing: listingIn(hosts, dialect.listing),
    marketTypes: dialect.marketTypes.filter((each) => marketTypes.includes(each)),
    userStreams: (dialect.userStreams ?? []).filter((stream) => isThere(stream.marketTypes)),
  };
}
