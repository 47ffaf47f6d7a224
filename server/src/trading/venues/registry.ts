import { AppError } from '../../kit/errors.ts';
import type { MakerTakerFees } from '../model/account.ts';
import { type MarketType, marketClassOf, marketTypes } from '../model/order.ts';
import { type VenueId, venueIds } from '../model/venue.ts';
import type { VenuePlace } from '../model/venuePlace.ts';
import type { VenueWallets } from './accountPort.ts';
import { binance } from './binance/index.ts';
import { bybit } from './bybit/index.ts';
import type { VenueCapabilities } from './capabilities.ts';
import type { Venue } from './defineVenue.ts';
import { gateio } from './gateio/index.ts';
import { hyperliquid } from './hyperliquid/index.ts';
import { kraken } from './kraken/index.ts';
import { okx } from './okx/index.ts';
import type { PaperVenue } from './paperPort.ts';
import type { PlaceHosts } from './shared/placeHosts.ts';
import type { SimulatedProfile } from './shared/simulatedProfile.ts';

/** Every exchange. The code does not compile when one is missing here, or lacks a part. */
const venues = {
  binance,
  bybit,
  gateio,
  kraken,
  okx,
  hyperliquid,
} satisfies { readonly [Id in VenueId]: Venue<Id> };

export function venueOf(id: VenueId): Venue {
  return venues[id];
}

/** Returns the orders that the exchange accepts, its name and its hosts. */
export function capabilitiesOf(id: VenueId): VenueCapabilities {
  return venues[id].capabilities;
}

/** The capabilities of every exchange, in the order in which the documents name them. */
export const venueCapabilities: readonly VenueCapabilities[] = venueIds.map(capabilitiesOf);

/** The public description of an exchange. */
export interface Exchange {
  readonly venue: VenueId;
  readonly name: string;
  readonly hasSpot: boolean;
  readonly hasPerp: boolean;
}

/** Every exchange, in the order in which the documents name them. */
export const exchanges: readonly Exchange[] = venueCapabilities.map(toExchange);

/** Returns the hosts of a place of a venue; undefined when the venue has no such place. */
export function hostsOf({ venue, environment, region }: VenuePlace): PlaceHosts | undefined {
  return capabilitiesOf(venue).hosts[environment]?.regions[region];
}

/** Returns the regions that a venue has in an environment. */
export function regionsOf({ venue, environment }: Omit<VenuePlace, 'region'>): readonly string[] {
  return Object.keys(capabilitiesOf(venue).hosts[environment]?.regions ?? {});
}

/** Returns the kinds of markets that a place of a venue has. */
export function marketTypesIn(place: VenuePlace): readonly MarketType[] {
  const { marketTypes: own } = hostsOf(place) ?? {};
  const all = marketTypesOf(place.venue);
  return own ? all.filter((type) => own.includes(type)) : all;
}

/** Returns the kinds of markets that a venue has. */
export function marketTypesOf(venue: VenueId): readonly MarketType[] {
  const capabilities = capabilitiesOf(venue);
  return marketTypes.filter((type) => capabilities[marketClassOf(type)] !== undefined);
}

/** Returns the wallets of an account at the venue. */
export function walletsOf(id: VenueId): VenueWallets {
  return venues[id].wallets;
}

/** Returns the rules that make a paper account behave like one of the venue's own. */
export function paperVenueOf(id: VenueId): PaperVenue {
  const { capabilities, wallets, paperRules } = venues[id];
  return { capabilities, wallets, rules: paperRules };
}

/**
 * Profiles with which the simulated market imitates the exchanges, in the order of the documents.
 */
export const simulatedProfiles: readonly SimulatedProfile[] = venueIds.map(
  (id) => venues[id].simulated,
);

/** Fees of the exchanges that are known without asking them. */
export const feeSchedules: ReadonlyMap<VenueId, MakerTakerFees> = new Map(
  venueIds.map((id) => [id, venues[id].fees]),
);

/** Names that are accepted on input besides the ids. */
const aliases: ReadonlyMap<string, VenueId> = new Map(
  venueIds.flatMap((id) => venueOf(id).aliases.map((alias) => [alias, id] as const)),
);

/** Returns the venue that a text names, among those given; undefined when it names none of them. */
export function parseVenueId(text: string, among: readonly VenueId[]): VenueId | undefined {
  const name = aliases.get(text) ?? text;
  return among.find((venue) => venue === name);
}

/**
 * Returns every venue that the texts name, in the order of `among` and once each, or the first
 * unknown text.
 */
export function parseVenueIds(
  texts: readonly string[],
  among: readonly VenueId[],
): { readonly venues: readonly VenueId[] } | { readonly unknown: string } {
  const named = new Set<VenueId>();
  for (const text of texts) {
    const venue = parseVenueId(text, among);
    if (!venue) return { unknown: text };
    named.add(venue);
  }
  return { venues: among.filter((venue) => named.has(venue)) };
}

/** Returns the error for a text that names none of the supported exchanges (Trading §7). */
export function unsupportedExchange(
  text: string,
  supported: readonly VenueId[] = venueIds,
): AppError {
  return new AppError('UNSUPPORTED_EXCHANGE', {
    message: `Error - Exchange '${text}' not supported.`,
    data: { exchange: text, supported },
  });
}

function toExchange({ venue, name, spot, perp }: VenueCapabilities): Exchange {
  return { venue, name, hasSpot: spot !== undefined, hasPerp: perp !== undefined };
}
