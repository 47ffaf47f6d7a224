import { bpsAt } from '../../shared/live/feeRates.ts';
import type { FeesDialect } from '../../shared/live/feesDialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { feeRate } from './endpoints.ts';
import { listedOf, rowsOf } from './rows.ts';

/** Rates of the account's level, which is not named. */
export const bybitAccountFees: FeesDialect = {
  marketTypes: ['spot', 'swap', 'future'],
  async tradingFee(call, { symbol }) {
    // Spot and contracts share names: the category decides which of them is meant.
    const listed = listedOf(call, symbol);
    const answer = await feeRate(call.client, listed);
    const row = required(
      rowsOf(answer).find((each) => each.symbol === listed.symbol),
      'fees of a market',
    );
    return {
      makerBps: bpsAt(row, 'makerFeeRate'),
      takerBps: bpsAt(row, 'takerFeeRate'),
      tier: undefined,
      isTierBased: true,
    };
  },
};
