import { mainOf, type Simulator, type SiteName } from '../simulator.ts';
import { twins } from '../twins.ts';
import { createChance } from './chance.ts';
import { quarterExpiry } from './expiry.ts';
import { createFundingClock, type FundingClock } from './funding.ts';
import { type Asset, assets, startPrices } from './listing.ts';
import { createMovingMarket, type MovingMarket } from './movingMarket.ts';
import { createPricePath, type PricePath } from './pricePath.ts';

/** The methods of a simulator that a world uses. */
export type Stage = Pick<
  Simulator,
  'addAccount' | 'defineMarket' | 'payFunding' | 'publishFunding' | 'show'
>;

export interface WorldAsked {
  readonly venues: readonly SiteName[];
  /** The same seed and the same beats make the same books. */
  readonly seed: number;
  /** In ms since the epoch. */
  readonly startMs: number;
}

/** Moving markets, and customers with money, at every exchange asked for. */
export interface World {
  /** Moves everything on to that time. */
  beat(nowMs: number): void;
  /** Returns the markets that can be traded, by our names. */
  markets(venue: SiteName): readonly string[];
}

interface Placed {
  readonly venue: SiteName;
  readonly name: string;
  readonly market: MovingMarket;
  /** Set for perpetuals. */
  readonly funding: FundingClock | undefined;
}

/** Opens the markets and accounts; their first books are shown at once. */
export function openWorld(stage: Stage, { venues, seed, startMs }: WorldAsked): World {
  const paths = new Map<Asset, PricePath>(
    assets.map((asset) => [asset, createPricePath(startPrices[asset], createChance(seed, asset))]),
  );
  const placed = venues.flatMap((venue) => openVenue(stage, venue, { seed, startMs }));
  let lastMs = startMs;
  const world: World = {
    beat(nowMs) {
      const elapsedMs = Math.max(nowMs - lastMs, 0);
      lastMs = nowMs;
      const prices = new Map([...paths].map(([asset, path]) => [asset, path.advance(elapsedMs)]));
      for (const each of placed) {
        const price = prices.get(each.market.asset) ?? 0;
        const book = each.market.beat({ nowMs, elapsedMs, price });
        if (book) stage.show(each.venue, each.name, book);
        fund(stage, each, nowMs);
      }
    },
    markets: (venue) => placed.filter((each) => each.venue === venue).map(({ name }) => name),
  };
  world.beat(startMs);
  return world;
}

function openVenue(
  stage: Stage,
  venue: SiteName,
  { seed, startMs }: Pick<WorldAsked, 'seed' | 'startMs'>,
): readonly Placed[] {
  const { markets, accounts, funding } = twins[mainOf(venue)].listing;
  for (const { purpose: _, ...account } of accounts) stage.addAccount({ ...account, venue });
  return markets(quarterExpiry(startMs)).map((definition) => {
    const name = stage.defineMarket(venue, definition);
    const own = `${venue} ${name}`;
    const isPerpetual = definition.kind === 'swap';
    return {
      venue,
      name,
      market: createMovingMarket({ definition, name: own, seed }),
      funding: isPerpetual
        ? createFundingClock(funding, createChance(seed, `${own} funding`))
        : undefined,
    };
  });
}

function fund(stage: Stage, { venue, name, funding }: Placed, nowMs: number): void {
  if (!funding) return;
  const { pays, publish } = funding.at(nowMs);
  if (pays) stage.payFunding(venue, name);
  if (publish) stage.publishFunding(venue, name, publish);
}
