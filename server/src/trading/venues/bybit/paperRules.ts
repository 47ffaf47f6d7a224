import type { PaperRules } from '../paperPort.ts';

/**
 * Base tier (VIP 0): bybit.com/en/announcement-info/fee-rate. A conditional order names the way the
 * price has to go and is refused when it is there already: 110092 and 110093.
 */
export const bybitPaperRules: PaperRules = {
  spot: {
    makerFeePpm: 1_000,
    takerFeePpm: 1_000,
    // A buy pays in the base, a sale in the quote.
    feeAsset: 'received',
    // The venue looks at the last trade; of books alone the mid stands for it.
    triggerSource: 'mid',
    refusesPassedStop: true,
  },
  perp: {
    makerFeePpm: 200,
    takerFeePpm: 550,
    // The venue looks at the last trade (triggerBy LastPrice) unless told otherwise.
    triggerSource: 'mid',
    refusesPassedStop: true,
  },
};
