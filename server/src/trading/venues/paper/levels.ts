import type { BookLevel as EngineLevel } from '@windlass/matching';
import type { BookLevel } from '../bookPort.ts';

/**
 * Levels a side that the engine is shown: as many as the router looks at, so that what it was told
 * is there can be taken.
 */
export const levelsMax = 100;

/** A quotient this near to a whole number is that number: division of doubles errs far less. */
const nearlyWhole = 1e-6;

/** More are not counted exactly; a coin of a tiny step may show that many. */
const lotsMax = Number.MAX_SAFE_INTEGER;

/** The steps of an instrument as numbers. */
export interface LevelSteps {
  readonly tickSize: number;
  readonly lotSize: number;
}

/**
 * Levels in whole ticks and lots. A price between two ticks moves away from the market and what is
 * less than a lot is left out, so that nothing is offered that the book does not.
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
