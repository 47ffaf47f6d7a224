import type { PairFees } from '../../model/account.ts';

/** Trading §4.5, default fee schedule. */
export const hyperliquidFees: PairFees = { makerBps: 0, takerBps: 3.5 };
