import { type Ladder, type LadderSide, levelsPerSide } from './ladder.ts';
import type { Listing } from './listings.ts';
import { mix, noiseKey } from './noise.ts';
import type { Prices } from './prices.ts';
import { createVenueQuote } from './quotes.ts';

/** One venue's book of one symbol as a function of market time. */
export interface SimulatedBook {
  /** Overwrites the ladder with the book of that moment. */
  write(atMs: number, ladder: Ladder): void;
}

/**
 * Prices are cut into cells, each with at most one level at a tick of its own, so that levels
 * stay where they are while the mid moves. Cells widen in zones with the distance from the mid:
 *
 *   mid ▕▏▏▏▏▏▏ 40 narrow ▕▁▏▁▏▁▏▁▏ 40 wider ▕▁▁▁▁▏▁▁▁▁▏▁▁▁▁▏ the rest
 *
 * A zone begins only where its cells' edges meet those of the one before: no overlap, no hole.
 */
interface Zone {
  readonly key: number;
  readonly widthTicks: number;
  /** Number of cells in 256 that hold a level. */
  readonly filled: number;
  /** Shortest life of a level; others live 2, 4 or 8 times as long. */
  readonly lifeMs: number;
  /** Mean quantity of a level in lots, times the price in ticks. */
  readonly lotTicks: number;
}

/** These widths put 120 levels over about 1 % of the price, the first 40 over 5 bps. */
const ladderZones = [
  { widthBps: 0.12, filled: 190, lifeMs: 250 },
  { widthBps: 0.5, filled: 230, lifeMs: 1_000 },
  { widthBps: 2, filled: 256, lifeMs: 4_000 },
] as const;
const cellsPerZone = 40;
const oneBps = 1e-4;
/** A cell holds a little less than in proportion to its width: depth decreases far away. */
const depthPower = 0.75;
/** Margined markets are deeper than spot. */
const perpDepthFactor = 2;
/** One level in 256 is a wall. */
const wallFactor = 15;
/** Makes the ask quantity of a cell differ from its bid quantity. */
const askSalt = 0x2545f491;

export function createSimulatedBook(seed: string, listing: Listing, prices: Prices): SimulatedBook {
  const quote = createVenueQuote(seed, listing, prices);
  const ticksPerUnit = 10 ** listing.tickDecimals;
  const zones = createZones(seed, listing);
  return {
    write(atMs, ladder) {
      const midTicks = quote.mid(atMs) * ticksPerUnit;
      const half = quote.halfSpread(atMs);
      const bestBid = Math.floor(midTicks * (1 - half));
      // Never crossed: bids end at one tick, asks begin above it.
      const bestAsk = Math.max(bestBid + 1, Math.ceil(midTicks * (1 + half)));
      fillSide(ladder.bids, zones, { fromTick: bestBid, away: -1, atMs });
      fillSide(ladder.asks, zones, { fromTick: bestAsk, away: 1, atMs });
    },
  };
}

function createZones(seed: string, listing: Listing): readonly Zone[] {
  const { profile, asset, quote, symbol } = listing;
  const depthUsd = levelDepthUsd(listing);
  const levelTicks = (asset.usd / quote.usd) * 10 ** listing.tickDecimals;
  const zones: Zone[] = [];
  let widthTicks = 1;
  for (const [index, { widthBps, filled, lifeMs }] of ladderZones.entries()) {
    const multiple = Math.round((levelTicks * widthBps * oneBps) / widthTicks);
    widthTicks *= Math.max(1, multiple);
    const trueWidthBps = widthTicks / levelTicks / oneBps;
    const levelUsd = depthUsd * (trueWidthBps / ladderZones[0].widthBps) ** depthPower;
    zones.push({
      key: noiseKey(seed, profile.venue, symbol, 'zone', String(index)),
      widthTicks,
      filled,
      lifeMs,
      lotTicks: (levelUsd / quote.usd) * 10 ** (listing.tickDecimals + listing.lotDecimals),
    });
  }
  return zones;
}

/** Returns the USD at a level next to the mid. */
export function levelDepthUsd({ profile, asset, quote, isPerp }: Listing): number {
  return profile.depthUsd * asset.depthFactor * (isPerp ? perpDepthFactor : quote.depthFactor);
}

interface Walk {
  /** The first tick that may hold a level. */
  readonly fromTick: number;
  readonly away: 1 | -1;
  readonly atMs: number;
}

/** Walks away from the mid, cell by cell, until the side is full; the last zone has no end. */
function fillSide(side: LadderSide, zones: readonly Zone[], walk: Walk): void {
  const { fromTick, away, atMs } = walk;
  const salt = away === 1 ? askSalt : 0;
  let level = 0;
  let cell = Number.NaN;
  for (const [index, zone] of zones.entries()) {
    const nextWidth = zones[index + 1]?.widthTicks;
    if (index === 0) cell = Math.floor(fromTick / zone.widthTicks);
    for (let walked = 0; level < levelsPerSide; walked += 1, cell += away) {
      const nearEdge = (away === 1 ? cell : cell + 1) * zone.widthTicks;
      if (nextWidth && walked >= cellsPerZone && nearEdge % nextWidth === 0) {
        cell = nearEdge / nextWidth - (away === 1 ? 0 : 1);
        break;
      }
      const hash = mix(zone.key, cell, 0);
      const tick = cell * zone.widthTicks + (hash % zone.widthTicks);
      if ((tick - fromTick) * away < 0) continue;
      const lots = quantityLots(zone, { hash: hash ^ salt, tick, atMs });
      if (lots === 0) continue;
      side.ticks[level] = tick;
      side.lots[level] = lots;
      level += 1;
    }
  }
}

/**
 * Exponential quantities, by 1,024 quantiles: many small orders, few large ones. The bits of one
 * hash choose presence (8), size (10) and wall (8).
 */
const exponentialSizes = Float64Array.from({ length: 1024 }, (_, i) => -Math.log((i + 0.5) / 1024));

/** Returns the quantity at a cell's tick, renewed once in the level's lifetime; 0 for nothing. */
function quantityLots(
  zone: Zone,
  at: { readonly hash: number; readonly tick: number; readonly atMs: number },
): number {
  const lifeMs = zone.lifeMs << (at.hash & 3);
  // Spread over the lifetime, so that the levels do not all change at one moment.
  const phase = (at.hash >>> 2) / 2 ** 30;
  const order = mix(at.hash, Math.floor(at.atMs / lifeMs + phase), 1);
  if ((order & 0xff) >= zone.filled) return 0;
  const size = exponentialSizes[(order >>> 8) & 0x3ff] ?? 1;
  const wall = order >>> 24 === 0 ? wallFactor : 1;
  return Math.max(1, Math.round((zone.lotTicks * size * wall) / at.tick));
}
