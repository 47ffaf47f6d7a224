import type { Exchange } from '../exchange/exchange.ts';
import { rateText } from './numbers.ts';
import { type Fields, readAddress } from './reading.ts';
import { wallet } from './traits.ts';

/** Spot has a schedule of its own, and is not traded here. */
const spot = { taker: '0.0007', maker: '0.0004' } as const;

/**
 * What an account pays: there is one schedule for all perpetuals, which are opened with the same
 * fees. Nobody has a tier, stakes, or was referred.
 */
export function userFees(exchange: Exchange, { user }: Fields): object {
  readAddress(user);
  const [market] = exchange.markets(wallet);
  const { takerFeePpm = 0, makerFeePpm = 0 } = market?.definition ?? {};
  const [taker, maker] = [rateText(takerFeePpm), rateText(makerFeePpm)];
  return {
    dailyUserVlm: [],
    feeSchedule: {
      ...{ cross: taker, add: maker, spotCross: spot.taker, spotAdd: spot.maker },
      ...{ tiers: { vip: [], mm: [] }, referralDiscount: '0.04', stakingDiscountTiers: [] },
    },
    ...{ userCrossRate: taker, userAddRate: maker },
    ...{ userSpotCrossRate: spot.taker, userSpotAddRate: spot.maker },
    ...{ activeReferralDiscount: '0.0', trial: null, feeTrialEscrow: '0.0' },
    ...{ nextTrialAvailableTimestamp: null, stakingLink: null },
    activeStakingDiscount: { bpsOfMaxSupply: '0.0', discount: '0.0' },
  };
}
