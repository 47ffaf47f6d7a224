import type { MarketDefinition } from '../exchange/definition.ts';
import type { ShownBook, ShownLevel } from '../exchange/marketMaker.ts';
import { type Chance, createChance } from './chance.ts';
import { createGrid } from './grid.ts';
import { createLadder, type LadderLevel, type LadderShape } from './ladder.ts';
import { type Asset, assets, startPrices } from './listing.ts';
import { createDrift } from './pricePath.ts';

/** A market's inputs of one beat. */
export interface MarketBeat {
  readonly nowMs: number;
  readonly elapsedMs: number;
  /** Price of the asset, the same for all markets. */
  readonly price: number;
}

/** A market whose book follows the price of its asset. */
export interface MovingMarket {
  readonly asset: Asset;
  /** Returns the book when it moved in this beat; otherwise undefined. */
  beat(beat: MarketBeat): ShownBook | undefined;
}

export interface MovingMarketDeps {
  readonly definition: MarketDefinition;
  /** Unique among the markets of a world. */
  readonly name: string;
  readonly seed: number;
}

/** Enough for an order of a few millions, and for every depth that clients ask for first. */
const levelsPerSide = 50;
/** Distance between two prices as a share of the price, when ticks are finer. */
const stepShare = 0.00005;
/** Typical notional at the best price, in dollars. */
const touchNotional: Readonly<Record<Asset, number>> = { BTC: 60_000, ETH: 30_000, SOL: 15_000 };
/**
 * Maximum difference of this market's price from the asset's: a constant part, and a drifting one.
 */
const offsetMax = 0.0002;
const premiumMax = 0.0003;
/** Premium of a future for each year until its expiry. */
const carryPerYear = 0.06;
const yearMs = 31_557_600_000;
/**
 * Share of books that move in a beat: real ones do not all move, and a still book costs nothing.
 */
const movesShare = 0.3;

export function createMovingMarket({ definition, name, seed }: MovingMarketDeps): MovingMarket {
  const chance = createChance(seed, name);
  const asset = assetOf(definition);
  const [prices, quantities] = [createGrid(definition.tick), createGrid(definition.lot)];
  const ladder = createLadder(name, shapeOf(definition, asset), chance);
  const offset = offsetMax * (2 * chance.next() - 1);
  const premium = createDrift(premiumMax, chance);
  const level = ([ticks, lots]: LadderLevel): ShownLevel => [
    prices.text(ticks),
    quantities.text(lots),
  ];
  let isOpen = false;
  return {
    asset,
    beat({ nowMs, elapsedMs, price }) {
      const own = price * (1 + offset + premium.advance(elapsedMs) + carryOf(definition, nowMs));
      if (isOpen && !moves(chance)) return undefined;
      isOpen = true;
      ladder.move(own / prices.step);
      const { bids, asks } = ladder.book();
      return { bids: bids.map(level), asks: asks.map(level) };
    },
  };
}

function moves(chance: Chance): boolean {
  return chance.next() < movesShare;
}

function carryOf({ expiry }: MarketDefinition, nowMs: number): number {
  return expiry === undefined ? 0 : (carryPerYear * Math.max(expiry - nowMs, 0)) / yearMs;
}

function shapeOf(definition: MarketDefinition, asset: Asset): LadderShape {
  const { tick, lot, minQuantity, minNotional, contractSize = '1', isInverse } = definition;
  const price = startPrices[asset];
  const worth = Number(contractSize) * Number(lot) * (isInverse === true ? 1 : price);
  const lotsAtTouch = Math.max(Math.round(touchNotional[asset] / worth), 1);
  const least = Math.max(Number(minQuantity) / Number(lot), Number(minNotional) / worth);
  return {
    lotsAtTouch,
    levelsPerSide,
    stepTicks: Math.max(Math.round((price * stepShare) / Number(tick)), 1),
    // Twice the minimum, since the price may fall to half of its start.
    lotsMin: Math.ceil(2 * least),
  };
}

function assetOf({ base }: MarketDefinition): Asset {
  const asset = assets.find((each) => each === base);
  if (!asset) throw new RangeError(`There is no price of ${base} in this world`);
  return asset;
}
