import type { AnyAlgorithm } from './algorithm.ts';
import { fundingArb } from './fundingArb/definition.ts';
import { ladder } from './ladder/definition.ts';
import type { AlgorithmType } from './params.ts';
import { spread } from './spread/definition.ts';
import { sweep } from './sweep/definition.ts';
import { timepace } from './timepace/definition.ts';
import { twap } from './twap/definition.ts';

/** All algorithms: one file and one line each. */
export const algorithms: Readonly<Record<AlgorithmType, AnyAlgorithm>> = {
  twap,
  ladder,
  sweep,
  timepace,
  spread,
  funding_arb: fundingArb,
};
