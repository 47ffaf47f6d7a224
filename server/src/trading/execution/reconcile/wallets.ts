import { type MarketType, marketClassOf, marketTypes } from '../../model/order.ts';
import type { VenueId } from '../../model/venue.ts';
import { venueCapabilities, walletsOf } from '../../venues/registry.ts';

/** A wallet of an account that trading is paid from. */
export interface TradedWallet {
  readonly name: string;
  /** The market types that are paid from it; by the first of them it is read. */
  readonly marketTypes: readonly [MarketType, ...MarketType[]];
}

/** The kinds of markets a venue has. */
export function marketTypesOf(venue: VenueId): readonly MarketType[] {
  const capabilities = venueCapabilities.get(venue);
  return marketTypes.filter((type) => capabilities?.[marketClassOf(type)] !== undefined);
}

/** The wallets that trading moves. A venue with one for everything has it under its first name. */
export function tradedWallets(venue: VenueId): readonly TradedWallet[] {
  const byName = new Map<string, [MarketType, ...MarketType[]]>();
  for (const marketType of marketTypesOf(venue)) {
    const name = walletFor(venue, marketType);
    const known = byName.get(name);
    if (known) known.push(marketType);
    else byName.set(name, [marketType]);
  }
  return [...byName].map(([name, types]) => ({ name, marketTypes: types }));
}

/** The wallet that a market type is paid from. */
export function walletFor(venue: VenueId, marketType: MarketType): string {
  const { names } = walletsOf(venue);
  const wanted = marketType === 'spot' ? 'spot' : 'swap';
  return names.find((name) => name === wanted) ?? names[0] ?? wanted;
}
