import type { z } from 'zod';
import type { fundingArb } from './fundingArb.ts';
import { ladder } from './ladder.ts';
import type { spread } from './spread.ts';
import { sweep } from './sweep.ts';
import { timepace } from './timepace.ts';
import { twap } from './twap.ts';

// The names under which version 0.1.0 exported the parameters of its algorithms. Those of later
// ones are `algorithmParams.<type>` and `AlgorithmParamsWire<'<type>'>` alone.

export const twapParams = twap.params;
export const ladderParams = ladder.params;
export const sweepParams = sweep.params;
export const timepaceParams = timepace.params;
export type TwapParamsWire = z.output<typeof twapParams>;
export type LadderParamsWire = z.output<typeof ladderParams>;
export type SweepParamsWire = z.output<typeof sweepParams>;
export type TimepaceParamsWire = z.output<typeof timepaceParams>;
export type SpreadParamsWire = z.output<typeof spread.params>;
export type FundingArbParamsWire = z.output<typeof fundingArb.params>;
