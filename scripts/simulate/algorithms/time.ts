import type { Chance } from '../chance.ts';

export interface SimTime {
  readonly horizonS: number;
  /** Milliseconds between two moves of the price. */
  readonly stepMs: number;
}

/** Draws the length of a run: mostly minutes, now and then hours, which pass in longer steps. */
export function drawTime(chance: Chance): SimTime {
  const kind = chance.between(0, 1);
  if (kind < 0.01) return { horizonS: chance.integer(3_600, 9_000), stepMs: 20_000 };
  if (kind < 0.08) return { horizonS: chance.integer(200, 500), stepMs: 2_000 };
  return { horizonS: chance.integer(40, 150), stepMs: 1_000 };
}
