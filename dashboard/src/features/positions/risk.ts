import type { EnhancedPositionWire } from '@windlass/contract';
import { partsOf } from '../../shared/symbol.ts';

export type Position = EnhancedPositionWire;

/** Coins that stand for a dollar; only what is told in one of them is added up. */
const dollars: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC']);

/** What gains and losses come in. */
function settleOf(symbol: string): string {
  const { settle, quote } = partsOf(symbol);
  return settle ?? quote;
}

/** Settled in its base: its contracts are sized in the quote. */
export function isInverse(symbol: string): boolean {
  const { base, settle } = partsOf(symbol);
  return base === settle;
}

export const positionKey = (position: Pick<Position, 'exchange_account_id' | 'symbol' | 'side'>) =>
  `${position.exchange_account_id} ${position.symbol} ${position.side}`;

/** The size in base units; of an inverse contract by its mark price, when that is known. */
export function sizeOf(position: Position): number | null {
  const { contracts, contract_size, mark_price, symbol } = position;
  const size = contracts * contract_size;
  if (!isInverse(symbol)) return size;
  return mark_price === null ? null : size / mark_price;
}

/** Dollars: above zero for a long position; null when it is not told in a coin of them. */
export function exposureOf({ notional, symbol, side }: Position): number | null {
  if (notional === null || !dollars.has(partsOf(symbol).quote)) return null;
  return side === 'long' ? Math.abs(notional) : -Math.abs(notional);
}

export interface Exposure {
  readonly name: string;
  readonly longUsd: number;
  /** Above zero. */
  readonly shortUsd: number;
  readonly netUsd: number;
  readonly grossUsd: number;
}

/** What is at risk by a part of the positions (asset, exchange), the most first. */
export function exposureBy(
  positions: readonly Position[],
  nameOf: (position: Position) => string,
): readonly Exposure[] {
  const byName = new Map<string, { longUsd: number; shortUsd: number }>();
  for (const position of positions) {
    const exposure = exposureOf(position);
    if (exposure === null) continue;
    const name = nameOf(position);
    const known = byName.get(name) ?? { longUsd: 0, shortUsd: 0 };
    byName.set(name, {
      longUsd: known.longUsd + Math.max(0, exposure),
      shortUsd: known.shortUsd + Math.max(0, -exposure),
    });
  }
  return [...byName]
    .map(([name, { longUsd, shortUsd }]) => ({
      ...{ name, longUsd, shortUsd, netUsd: longUsd - shortUsd, grossUsd: longUsd + shortUsd },
    }))
    .sort((left, right) => right.grossUsd - left.grossUsd || (left.name < right.name ? -1 : 1));
}

export interface Totals {
  readonly count: number;
  readonly netUsd: number;
  readonly grossUsd: number;
  /** Null when no position tells it. */
  readonly unrealisedUsd: number | null;
  /** Positions that are in no sum, because their worth in dollars is not told. */
  readonly unvalued: number;
  /** The one with the least to go; undefined when none tells how far it has. */
  readonly nearest: Position | undefined;
  readonly lowestHealth: number | null;
}

export function totalsOf(positions: readonly Position[]): Totals {
  const exposures = positions.map(exposureOf).filter((exposure) => exposure !== null);
  const gains = positions.flatMap(({ unrealized_pnl, symbol }) =>
    unrealized_pnl === null || !dollars.has(settleOf(symbol)) ? [] : [unrealized_pnl],
  );
  const healths = positions.flatMap(({ margin_health_score: score }) =>
    score === null ? [] : [score],
  );
  return {
    count: positions.length,
    netUsd: sum(exposures),
    grossUsd: sum(exposures.map(Math.abs)),
    unrealisedUsd: gains.length === 0 && positions.length > 0 ? null : sum(gains),
    unvalued: positions.length - Math.min(exposures.length, gains.length),
    nearest: nearestOf(positions),
    lowestHealth: healths.length === 0 ? null : Math.min(...healths),
  };
}

function nearestOf(positions: readonly Position[]): Position | undefined {
  const distanceOf = (position: Position) => position.liquidation_distance_pct ?? Infinity;
  return positions
    .filter(({ liquidation_distance_pct: distance }) => distance !== null)
    .sort((left, right) => distanceOf(left) - distanceOf(right))[0];
}

/** What the next funding brings (above zero) or costs, at the rate of now (docs, Funding). */
export function fundingUsd(position: Position, rate: number): number | null {
  const exposure = exposureOf(position);
  return exposure === null ? null : -exposure * rate;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
