import type { ParamsOf } from '../params.ts';

export type SweepParams = ParamsOf['sweep'];
