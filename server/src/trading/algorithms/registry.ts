import type { AnyAlgorithm } from './algorithm.ts';
import { fundingArb } from './fundingArb.ts';
import { ladder } from './ladder.ts';
import type { AlgorithmType } from './params.ts';
import { spread } from './spread.ts';
import { sweep } from './sweep.ts';
import { timepace } from './timepace.ts';
import { twap } from './twap.ts';

/** All algorithms: one file and one line each. */
export const algorithms: Readonly<Record<AlgorithmType, AnyAlgorithm>> = {
  twap,
  ladder,
  sweep,
  timepace,
  spread,
  funding_arb: fundingArb,
};
