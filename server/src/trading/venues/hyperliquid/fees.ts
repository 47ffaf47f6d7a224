import type { MakerTakerFees } from '../../model/account.ts';

/** Trading §4.5, default fee schedule. */
export const hyperliquidFees: MakerTakerFees = { makerBps: 0, takerBps: 3.5 };
