import {
  compareExact,
  type Exact,
  exactly,
  multiplyExact,
  subtractExact,
  zeroExact,
} from '../../../../kit/exact.ts';
import { fractionToBps } from '../../shared/feeBps.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { FeesDialect } from '../../shared/live/feesDialect.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { ownClient } from './client.ts';
import { info } from './endpoints.ts';
import { decimalAt } from './rows.ts';

/** Names of the rates of takers and makers. */
const spotRates = { taker: 'userSpotCrossRate', maker: 'userSpotAddRate' } as const;
const perpRates = { taker: 'userCrossRate', maker: 'userAddRate' } as const;

/** One schedule for all perpetuals and one for spot; anybody may read those of any account. */
export const hyperliquidAccountFees: FeesDialect = {
  marketTypes: ['spot', 'swap'],
  async tradingFee({ client }, { marketType }) {
    const fees = await info(client, {
      type: 'userFees',
      user: ownClient(client).walletAddress,
    });
    if (!isFields(fees)) throw new NoAnswerError('The exchange returned no fees.');
    const { taker, maker } = marketType === 'spot' ? spotRates : perpRates;
    return {
      makerBps: paidBps(fees, maker),
      takerBps: paidBps(fees, taker),
      // It gives volumes and no name.
      tier: undefined,
      isTierBased: true,
    };
  },
};

const one: Exact = { digits: 1n, scale: 0 };

/**
 * Returns what the account pays: its rate includes the discounts of its tier and of its stake, but
 * not that of its referral. A rebate is not discounted.
 */
function paidBps(fees: Fields, name: string): number {
  const rate = exactly(decimalAt(fees, name));
  const isPaid = compareExact(rate, zeroExact) > 0;
  if (!isPaid) return fractionToBps(rate);
  const discount = exactly(decimalAt(fees, 'activeReferralDiscount'));
  return fractionToBps(multiplyExact(rate, subtractExact(one, discount)));
}
