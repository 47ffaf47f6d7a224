import type { PaperRules } from '../paperPort.ts';

/**
 * Base tier (VIP 0): gate.com/fee, without the GT discount. A price-triggered order whose price is
 * passed is refused: AUTO_TRIGGER_PRICE_LESS_LAST and AUTO_TRIGGER_PRICE_GREATE_LAST.
 */
export const gateioPaperRules: PaperRules = {
  spot: {
    makerFeePpm: 2_000,
    takerFeePpm: 2_000,
    // A buy pays in the base, a sale in the quote.
    feeAsset: 'received',
    // The venue looks at the last trade; of books alone the mid stands for it.
    triggerSource: 'mid',
    refusesPassedStop: true,
  },
  perp: {
    makerFeePpm: 200,
    takerFeePpm: 500,
    // The venue looks at the last trade (price_type 0) unless told otherwise.
    triggerSource: 'mid',
    refusesPassedStop: true,
  },
};
