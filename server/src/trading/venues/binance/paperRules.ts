import type { PaperRules } from '../paperPort.ts';

/**
 * Base tier (VIP 0): binance.com/en/fee/schedule, without the BNB discount. A stop that would go
 * off at once is refused: -2010 on spot, -2021 on futures.
 */
export const binancePaperRules: PaperRules = {
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
    takerFeePpm: 500,
    // The venue looks at the last trade (workingType CONTRACT_PRICE) unless told otherwise.
    triggerSource: 'mid',
    refusesPassedStop: true,
  },
};
