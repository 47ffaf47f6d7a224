import type { MakerTakerFees } from '../../model/account.ts';

/** Trading §4.5, default fee schedule. */
export const bybitFees: MakerTakerFees = { makerBps: 1, takerBps: 6 };
