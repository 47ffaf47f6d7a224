import type { MakerTakerFees } from '../../model/account.ts';

/** Trading §4.5, default fee schedule. */
export const okxFees: MakerTakerFees = { makerBps: 2, takerBps: 5 };
