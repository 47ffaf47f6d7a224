import type { ParamsOf } from '../params.ts';

export type TwapParams = ParamsOf['twap'];
