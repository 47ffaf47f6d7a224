import type { ParamsOf } from '../params.ts';

export type TimepaceParams = ParamsOf['timepace'];
