import type { Exchange } from '../exchange/exchange.ts';
import { rateText } from './numbers.ts';
import { type Fields, readAddress } from './reading.ts';
import { wallet } from './traits.ts';

/** Spot has fees of its own, but is not traded here. */
const spot = { taker: '0.0007', maker: '0.0004' } as const;

/**
 * Returns an account's fees. All perpetuals share one schedule, as they were opened with the same
 * fees. No account has a tier, stakes, or a referrer.
 */
export function userFees(exchange: Exchange, { user }: Fields): object {
  readAddress(user);
  const [market] = exchange.markets(wallet);
  const { takerFeePpm = 0, makerFeePpm = 0 } = market?.definition ?? {};
  const [taker, maker] = [rateText(takerFeePpm), rateText(makerFeePpm)];
  return {
    dailyUserVlm: [],
    feeSchedule: {
      cross: taker,
      add: maker,
      spotCross: spot.taker,
      spotAdd: spot.maker,
      tiers: { vip: [], mm: [] },
      referralDiscount: '0.04',
      stakingDiscountTiers: [],
    },
    userCrossRate: taker,
    userAddRate: maker,
    userSpotCrossRate: spot.taker,
    userSpotAddRate: spot.maker,
    activeReferralDiscount: '0.0',
    trial: null,
    feeTrialEscrow: '0.0',
    nextTrialAvailableTimestamp: null,
    stakingLink: null,
    activeStakingDiscount: { bpsOfMaxSupply: '0.0', discount: '0.0' },
  };
}
