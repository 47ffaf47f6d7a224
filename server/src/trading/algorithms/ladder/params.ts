import type { ParamsOf } from '../params.ts';

export type LadderParams = ParamsOf['ladder'];
