import type { Position } from './account.ts';
import { absolute, wholeUnit } from './amounts.ts';
import { accountOf, type Core, freeOf, type Market, marketOf } from './core.ts';
import { type Instrument, notionalOf, worthOf } from './rules.ts';
import { maintenanceOf } from './tiers.ts';

/**
 * Returns the worth of a position at a price in the settle asset, without its sign; at cost without
 * one.
 */
export function valueAt(
  instrument: Instrument,
  position: Readonly<Position>,
  ticks: number | undefined,
): bigint {
  if (ticks === undefined) return absolute(position.cost);
  return worthOf(instrument, ticks, Math.abs(position.lots));
}

/** Returns the worth of a position in the quote, in which tiers are counted. */
export function notionalAt(
  instrument: Instrument,
  position: Readonly<Position>,
  ticks: number | undefined,
): bigint {
  if (ticks === undefined && !instrument.isInverse) return absolute(position.cost);
  return notionalOf(instrument, ticks ?? 0, Math.abs(position.lots));
}

/** Returns the profit of closing at the price; zero without a price. */
export function unrealisedAt(
  instrument: Instrument,
  position: Readonly<Position>,
  ticks: number | undefined,
): bigint {
  if (ticks === undefined || position.lots === 0) return 0n;
  const value = valueAt(instrument, position, ticks);
  const isAsset = position.lots > 0 === !instrument.isInverse;
  return (isAsset ? value : -value) - position.cost;
}

/** Returns the maintenance margin in the settle asset: of an inverse contract at the price. */
function maintenanceAt(
  { tiers, isInverse, tick }: Instrument,
  position: Readonly<Position>,
  at: { readonly notional: bigint; readonly ticks: number | undefined },
): bigint {
  const { notional, ticks } = at;
  if (notional === 0n || !isInverse) return maintenanceOf(tiers, notional);
  const ratio =
    ticks === undefined
      ? { dividend: absolute(position.cost), divisor: notional }
      : { dividend: wholeUnit, divisor: BigInt(ticks) * tick };
  return maintenanceOf(tiers, notional, ratio);
}

/** Profit and maintenance of a position at a price. */
export interface ProfitAndMargin {
  readonly unrealised: bigint;
  readonly maintenance: bigint;
}

export function profitAndMarginAt(
  instrument: Instrument,
  position: Readonly<Position>,
  ticks: number | undefined,
): ProfitAndMargin {
  const notional = notionalAt(instrument, position, ticks);
  return {
    unrealised: unrealisedAt(instrument, position, ticks),
    maintenance: maintenanceAt(instrument, position, { notional, ticks }),
  };
}

export interface Held {
  readonly position: Position;
  readonly market: Market;
}

/** Returns the open positions of an account, of one asset or of all. */
export function openPositions(core: Core, accountId: string, asset?: string): Held[] {
  const held: Held[] = [];
  for (const position of accountOf(core, accountId).positions.values()) {
    if (position.lots === 0) continue;
    const market = marketOf(core, position.symbol);
    if (asset === undefined || market.instrument.settle === asset) held.push({ position, market });
  }
  return held;
}

/** Sums of the cross positions of an asset, without the margins of isolated ones. */
export interface CrossSums extends ProfitAndMargin {
  /** Wallet total without the margins of isolated positions. */
  readonly share: bigint;
  /** The share with the unrealised profit of the cross positions. */
  readonly equity: bigint;
}

export function crossSums(core: Core, accountId: string, asset: string): CrossSums {
  let share = accountOf(core, accountId).wallets.get(asset)?.total ?? 0n;
  let [unrealised, maintenance] = [0n, 0n];
  for (const { position, market } of openPositions(core, accountId, asset)) {
    if (position.marginMode === 'isolated') {
      share -= position.margin;
      continue;
    }
    const standing = profitAndMarginAt(market.instrument, position, market.mark);
    unrealised += standing.unrealised;
    maintenance += standing.maintenance;
  }
  return { share, unrealised, maintenance, equity: share + unrealised };
}

/** Returns the free amount of a wallet alone: losses of cross positions count, gains do not. */
export function ownOf(core: Core, accountId: string, asset: string): bigint {
  let unrealised = 0n;
  for (const { position, market } of openPositions(core, accountId, asset)) {
    if (position.marginMode === 'isolated') continue;
    unrealised += unrealisedAt(market.instrument, position, market.mark);
  }
  const free = freeOf(core, accountId, asset);
  return unrealised < 0n ? free + unrealised : free;
}

/** True when an isolated position no longer keeps its maintenance margin. */
export function isSpent({ position, market }: Held): boolean {
  if (market.instrument.tiers.length === 0) return false;
  const { unrealised, maintenance } = profitAndMarginAt(market.instrument, position, market.mark);
  return position.margin + unrealised <= maintenance;
}
