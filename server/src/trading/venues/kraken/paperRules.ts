import type { PaperRules } from '../paperPort.ts';

/** Base tier: kraken.com/features/fee-schedule, both classes. A passed stop goes off at once. */
export const krakenPaperRules: PaperRules = {
  spot: {
    makerFeePpm: 2_500,
    takerFeePpm: 4_000,
    // In the quote for both sides, unless oflags say fcib.
    feeAsset: 'quote',
    // The venue looks at the last trade (trigger last); of books alone the mid stands for it.
    triggerSource: 'mid',
    refusesPassedStop: false,
  },
  perp: {
    makerFeePpm: 200,
    takerFeePpm: 500,
    // The venue looks at the last trade (triggerSignal last) unless told otherwise.
    triggerSource: 'mid',
    refusesPassedStop: false,
    // A market order is an IOC with 1 percent price protection.
    marketBoundPpm: 10_000,
  },
};
