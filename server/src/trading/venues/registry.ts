import { assert } from '../../kit/assert.ts';
import { AppError } from '../../kit/errors.ts';
import type { PairFees } from '../model/account.ts';
import { type MarketType, marketClassOf, marketTypes } from '../model/order.ts';
import type { VenueId } from '../model/venue.ts';
import type { VenuePlace } from '../model/venuePlace.ts';
import type { VenueWallets } from './accountPort.ts';
import { binanceCapabilities } from './binance/capabilities.ts';
import { binanceFees } from './binance/fees.ts';
import { binancePaperRules } from './binance/paperRules.ts';
import { binanceWallets } from './binance/wallets.ts';
import { bybitCapabilities } from './bybit/capabilities.ts';
import { bybitFees } from './bybit/fees.ts';
import { bybitPaperRules } from './bybit/paperRules.ts';
import { bybitWallets } from './bybit/wallets.ts';
import type { VenueCapabilities } from './capabilities.ts';
import { gateioCapabilities } from './gateio/capabilities.ts';
import { gateioFees } from './gateio/fees.ts';
import { gateioPaperRules } from './gateio/paperRules.ts';
import { gateioWallets } from './gateio/wallets.ts';
import { hyperliquidCapabilities } from './hyperliquid/capabilities.ts';
import { hyperliquidFees } from './hyperliquid/fees.ts';
import { hyperliquidPaperRules } from './hyperliquid/paperRules.ts';
import { hyperliquidWallets } from './hyperliquid/wallets.ts';
import { krakenCapabilities } from './kraken/capabilities.ts';
import { krakenFees } from './kraken/fees.ts';
import { krakenPaperRules } from './kraken/paperRules.ts';
import { krakenWallets } from './kraken/wallets.ts';
import { okxCapabilities } from './okx/capabilities.ts';
import { okxFees } from './okx/fees.ts';
import { okxPaperRules } from './okx/paperRules.ts';
import { okxWallets } from './okx/wallets.ts';
import type { PaperRules, PaperVenue } from './paperPort.ts';
import type { PlaceHosts } from './shared/placeHosts.ts';

/** Every exchange with what it takes, in the order the documents name them. */
export const venueCapabilities: ReadonlyMap<VenueId, VenueCapabilities> = new Map(
  [
    binanceCapabilities,
    bybitCapabilities,
    gateioCapabilities,
    krakenCapabilities,
    okxCapabilities,
    hyperliquidCapabilities,
  ].map((capabilities) => [capabilities.venue, capabilities]),
);

/** What callers are told of an exchange. */
export interface Exchange {
  readonly venue: VenueId;
  readonly name: string;
  readonly hasSpot: boolean;
  readonly hasPerp: boolean;
}

/** Every exchange, in the order the documents name them. */
export const exchanges: readonly Exchange[] = [...venueCapabilities.values()].map(toExchange);

export const venueIds: readonly VenueId[] = [...venueCapabilities.keys()];

/** Exchanges whose books are offered: the first four (Orderbook, introduction). */
export const orderbookVenueIds: readonly VenueId[] = venueIds.slice(0, 4);

const wallets: ReadonlyMap<string, VenueWallets> = new Map([
  ['binance', binanceWallets],
  ['bybit', bybitWallets],
  ['gateio', gateioWallets],
  ['kraken', krakenWallets],
  ['okx', okxWallets],
  ['hyperliquid', hyperliquidWallets],
]);

/** Returns the hosts of a place of a venue; undefined when the venue has no such place. */
export function hostsOf({ venue, environment, region }: VenuePlace): PlaceHosts | undefined {
  return venueCapabilities.get(venue)?.hosts[environment]?.regions[region];
}

/** The regions that a venue has in an environment. */
export function regionsOf({ venue, environment }: Omit<VenuePlace, 'region'>): readonly string[] {
  return Object.keys(venueCapabilities.get(venue)?.hosts[environment]?.regions ?? {});
}

/** The kinds of markets that a place of a venue has. */
export function marketTypesIn(place: VenuePlace): readonly MarketType[] {
  const { marketTypes: own } = hostsOf(place) ?? {};
  const all = marketTypesOf(place.venue);
  return own ? all.filter((type) => own.includes(type)) : all;
}

/** The kinds of markets a venue has. */
export function marketTypesOf(venue: VenueId): readonly MarketType[] {
  const capabilities = venueCapabilities.get(venue);
  return marketTypes.filter((type) => capabilities?.[marketClassOf(type)] !== undefined);
}

/** The wallets of an account there. */
export function walletsOf(venue: VenueId): VenueWallets {
  const found = wallets.get(venue);
  assert(found, `${venue} has no wallets`);
  return found;
}

const paperRules: ReadonlyMap<string, PaperRules> = new Map([
  ['binance', binancePaperRules],
  ['bybit', bybitPaperRules],
  ['gateio', gateioPaperRules],
  ['kraken', krakenPaperRules],
  ['okx', okxPaperRules],
  ['hyperliquid', hyperliquidPaperRules],
]);

/** What a paper account needs to behave as one of the venue's own. */
export function paperVenueOf(venue: VenueId): PaperVenue {
  const capabilities = venueCapabilities.get(venue);
  const rules = paperRules.get(venue);
  assert(capabilities && rules, `${venue} has paper rules`);
  return { capabilities, wallets: walletsOf(venue), rules };
}

/** What is known of an exchange's fees without asking it. */
export const feeSchedules: ReadonlyMap<VenueId, PairFees> = scheduled([
  ['binance', binanceFees],
  ['bybit', bybitFees],
  ['gateio', gateioFees],
  ['kraken', krakenFees],
  ['okx', okxFees],
  ['hyperliquid', hyperliquidFees],
]);

/** Names accepted on input besides our own. */
const aliases: ReadonlyMap<string, string> = new Map([['gate', 'gateio']]);

/** Returns the venue a text names, among those given; undefined when it names none of them. */
export function parseVenueId(text: string, among: readonly VenueId[]): VenueId | undefined {
  const name = aliases.get(text) ?? text;
  return among.find((venue) => venue === name);
}

/** Every venue the texts name, in the order of `among` and once each, or the first unknown text. */
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

function scheduled(declared: readonly (readonly [string, PairFees])[]) {
  const byName = new Map(declared);
  const known = venueIds.flatMap((venue) => {
    const fees = byName.get(venue);
    return fees ? [[venue, fees] as const] : [];
  });
  return new Map(known);
}

/** A text that names no exchange of those (Trading §7). */
export function unsupportedExchange(text: string, supported = venueIds): AppError {
  return new AppError('UNSUPPORTED_EXCHANGE', {
    message: `Error - Exchange '${text}' not supported.`,
    data: { exchange: text, supported },
  });
}

function toExchange({ venue, name, spot, perp }: VenueCapabilities): Exchange {
  return { venue, name, hasSpot: spot !== undefined, hasPerp: perp !== undefined };
}
