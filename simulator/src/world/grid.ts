import { decimalsOf } from '../exchange/amounts.ts';

/** A step of prices or quantities, given as decimal text. */
export interface Grid {
  readonly step: number;
  /** Returns so many steps as exact decimal text. */
  text(steps: number): string;
}

export function createGrid(step: string): Grid {
  const decimals = decimalsOf(step);
  const unit = 10 ** decimals;
  const unitsPerStep = Math.round(Number(step) * unit);
  return {
    step: Number(step),
    // Whole units are exact, and the error of a quotient is below the last written decimal.
    text: (steps) => ((steps * unitsPerStep) / unit).toFixed(decimals),
  };
}
