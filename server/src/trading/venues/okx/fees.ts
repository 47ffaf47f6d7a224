import type { PairFees } from '../../model/account.ts';

/** Trading §4.5, default fee schedule. */
export const okxFees: PairFees = { makerBps: 2, takerBps: 5 };
