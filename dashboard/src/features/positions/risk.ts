import type { EnhancedPositionWire } from '@windlass/contract';
import { partsOf } from '../../shared/symbol.ts';

export type Position = EnhancedPositionWire;

/** Coins that stand for a dollar. Only amounts in one of them are added up. */
export const dollars: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC']);

/** Returns the currency of gains and losses. */
function settleOf(symbol: string): string {
  const { settle, quote } = partsOf(symbol);
  return settle ?? quote;
}

/** True for a contract that settles in its base currency: its contracts are sized in the quote. */
export function isInverse(symbol: string): boolean {
  const { base, settle } = partsOf(symbol);
  return base === settle;
}

export const positionKey = (position: Pick<Position, 'exchange_account_id' | 'symbol' | 'side'>) =>
  `${position.exchange_account_id} ${position.symbol} ${position.side}`;

/**
 * Returns the size in base units. An inverse contract needs its mark price for that; null without.
 */
export function sizeOf(position: Position): number | null {
  const { contracts, contract_size, mark_price, symbol } = position;
  const size = contracts * contract_size;
  if (!isInverse(symbol)) return size;
  return mark_price === null ? null : size / mark_price;
}

/** Returns dollars, above zero for a long position; null when the quote is no coin of dollars. */
export function exposureOf({ notional, symbol, side }: Position): number | null {
  if (notional === null || !dollars.has(partsOf(symbol).quote)) return null;
  return side === 'long' ? Math.abs(notional) : -Math.abs(notional);
}

export interface Totals {
  readonly count: number;
  readonly grossUsd: number;
  /** Null when no position has it. */
  readonly unrealisedUsd: number | null;
  /** Positions that are in no sum, because their value in dollars is unknown. */
  readonly unvalued: number;
  /** The position nearest to liquidation; undefined when no distance is known. */
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

/** Returns the next funding at the current rate: gains above zero, costs below (docs, Funding). */
export function fundingUsd(position: Position, rate: number): number | null {
  const exposure = exposureOf(position);
  return exposure === null ? null : -exposure * rate;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
