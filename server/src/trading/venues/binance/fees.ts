import type { MakerTakerFees } from '../../model/account.ts';

/** Trading §4.5, default fee schedule. */
export const binanceFees: MakerTakerFees = { makerBps: 2, takerBps: 4 };
