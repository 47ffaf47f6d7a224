import type { VenuePlace } from '../../../model/venuePlace.ts';
import type { PlaceHosts } from '../placeHosts.ts';
import { listingIn } from '../placeHosts.ts';
import type { Dialect } from './dialect.ts';
import { refusalTexts, type VenueWord } from './failures.ts';

/** Where calls go, for people: a key of elsewhere is refused there like one that is wrong. */
export function whereText({ environment, region }: VenuePlace, { rest }: PlaceHosts): string {
  return `${rest.join(' and ')} (environment ${environment}, region ${region})`;
}

/** The dialect as it is spoken in the place. */
export function dialectIn(place: VenuePlace, hosts: PlaceHosts, dialect: Dialect): Dialect {
  const message =
    `${refusalTexts.badCredentials} It was asked at ${whereText(place, hosts)}; a key of another ` +
    'environment or region is refused there.';
  const local = ({ message: said, ...word }: VenueWord): VenueWord =>
    said === refusalTexts.badCredentials ? { ...word, message } : { ...word, message: said };
  const { marketTypes = dialect.marketTypes } = hosts;
  const isThere = (types: Dialect['marketTypes']) =>
    types.some((each) => marketTypes.includes(each));
  return {
    ...dialect,
    words: dialect.words.map(local),
    options: { ...dialect.options, ...hosts.options },
    listing: listingIn(hosts, dialect.listing),
    marketTypes: dialect.marketTypes.filter((each) => marketTypes.includes(each)),
    userStreams: (dialect.userStreams ?? []).filter((stream) => isThere(stream.marketTypes)),
  };
}
