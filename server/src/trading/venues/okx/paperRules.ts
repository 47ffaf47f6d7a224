import type { PaperRules } from '../paperPort.ts';

/**
 * Base tier (regular user, level 1): okx.com/fees. A trigger on the wrong side of the market is
 * refused: 51277 to 51280.
 */
export const okxPaperRules: PaperRules = {
  spot: {
    makerFeePpm: 800,
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
    // The venue looks at the last trade (slTriggerPxType last) unless told otherwise.
    triggerSource: 'mid',
    refusesPassedStop: true,
  },
};
