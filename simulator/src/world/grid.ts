import { decimalsOf } from '../exchange/amounts.ts';

/** A step of prices or quantities, given as decimal text. */
export interface Grid {
  readonly step: number;
  /** So many steps as decimal text, exactly. */
  text(steps: number): string;
}

export function createGrid(step: string): Grid {
  const decimals = decimalsOf(step);
  const unit = 10 ** decimals;
  const unitsPerStep = Math.round(Number(step) * unit);
  return {
    step: Number(step),
    // Whole units are exact; a quotient of them is off by less than any decimal that is written.
    text: (steps) => ((steps * unitsPerStep) / unit).toFixed(decimals),
  };
}
