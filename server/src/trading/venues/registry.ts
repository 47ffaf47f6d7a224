import type { VenueId } from '../model/venue.ts';

/** What callers are told of an exchange. */
export interface Exchange {
  readonly venue: VenueId;
  readonly name: string;
  readonly hasSpot: boolean;
  readonly hasPerp: boolean;
}

/** Every exchange, in the order the documents name them. */
export const exchanges: readonly Exchange[] = [
  exchange('binance', 'Binance'),
  exchange('bybit', 'Bybit'),
  exchange('gateio', 'Gate.io'),
  exchange('kraken', 'Kraken'),
  exchange('okx', 'OKX'),
  { ...exchange('hyperliquid', 'Hyperliquid'), hasSpot: false },
];

export const venueIds: readonly VenueId[] = exchanges.map(({ venue }) => venue);

/** Exchanges whose books are offered: the first four (Orderbook, introduction). */
export const orderbookVenueIds: readonly VenueId[] = venueIds.slice(0, 4);

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

function exchange(id: string, name: string): Exchange {
  return { venue: id as VenueId, name, hasSpot: true, hasPerp: true };
}
