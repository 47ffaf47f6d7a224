import type { BookLevel as EngineLevel } from '@windlass/matching';
import type { BookLevel } from '../bookPort.ts';

/**
 * Levels a side that the engine sees: as many as the router looks at, so that orders can take the
 * liquidity that the router saw.
 */
export const levelsMax = 100;

/** A quotient this near to a whole number is that number: division of doubles errs far less. */
const nearlyWhole = 1e-6;

/** Maximum number of lots: larger numbers are inexact; a coin of a tiny step may reach it. */
const lotsMax = Number.MAX_SAFE_INTEGER;

/** The steps of an instrument as numbers. */
export interface LevelSteps {
  readonly tickSize: number;
  readonly lotSize: number;
}

/**
 * Returns levels in whole ticks and lots. A price between two ticks moves away from the market, and
 * a quantity below one lot is dropped, so that nothing is offered that the book does not have.
 */
export function toEngineLevels(
  side: 'bids' | 'asks',
  levels: readonly BookLevel[],
  { tickSize, lotSize }: LevelSteps,
): EngineLevel[] {
  const taken: [number, number][] = [];
  let last: [number, number] | undefined;
  for (const [price, quantity] of levels) {
    const ticks = wholeOf(price / tickSize, side === 'asks');
    const lots = Math.min(lotsMax, wholeOf(quantity / lotSize, false));
    if (lots <= 0 || ticks <= 0 || !Number.isSafeInteger(ticks)) continue;
    if (last?.[0] === ticks) last[1] = Math.min(lotsMax, last[1] + lots);
    else {
      last = [ticks, lots];
      taken.push(last);
    }
  }
  return taken;
}

function wholeOf(quotient: number, isUp: boolean): number {
  const nearest = Math.round(quotient);
  if (Math.abs(quotient - nearest) <= nearlyWhole * Math.max(1, Math.abs(quotient) * 1e-6)) {
    return nearest;
  }
  return isUp ? Math.ceil(quotient) : Math.floor(quotient);
}
