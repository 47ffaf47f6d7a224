import { assert } from '../../../kit/assert.ts';
import { type InstrumentSymbol, parseSymbol } from '../../model/symbol.ts';
import type { SimulatedProfile } from '../shared/simulatedProfile.ts';
import { type Asset, type Quote, simulatedAssets, simulatedQuotes } from './assets.ts';

/** One book of one venue, with everything that shapes it. */
export interface Listing {
  readonly profile: SimulatedProfile;
  readonly symbol: InstrumentSymbol;
  readonly asset: Asset;
  readonly quote: Quote;
  readonly isPerp: boolean;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

/** Returns every book that the venue offers, by symbol. */
export function createListings(profile: SimulatedProfile): ReadonlyMap<InstrumentSymbol, Listing> {
  const listings = simulatedAssets.flatMap((asset) => [
    ...profile.spotQuotes.map((quote) => listing(profile, asset, { quote, isPerp: false })),
    listing(profile, asset, { quote: profile.perpQuote, isPerp: true }),
  ]);
  return new Map(listings.map((each) => [each.symbol, each]));
}

function listing(
  profile: SimulatedProfile,
  asset: Asset,
  kind: { quote: string; isPerp: boolean },
): Listing {
  const { isPerp } = kind;
  const name = `${asset.name}/${kind.quote}${isPerp ? `:${kind.quote}` : ''}`;
  const symbol = parseSymbol(name);
  const quote = simulatedQuotes.find((each) => each.name === kind.quote);
  const grid = (isPerp ? profile.perpGrids : profile.spotGrids)[asset.name];
  assert(symbol && quote && grid, `${profile.venue} has a quote and a grid for ${name}`);
  const [tickDecimals, lotDecimals] = grid;
  return { profile, symbol, asset, quote, isPerp, tickDecimals, lotDecimals };
}
