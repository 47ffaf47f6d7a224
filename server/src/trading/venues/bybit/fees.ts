import type { PairFees } from '../../model/account.ts';

/** Trading §4.5, default fee schedule. */
export const bybitFees: PairFees = { makerBps: 1, takerBps: 6 };
