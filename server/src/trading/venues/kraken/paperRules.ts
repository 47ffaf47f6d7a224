import type { PaperRules } from '../paperPort.ts';

/**
 * Base tier: kraken.com/features/fee-schedule, both classes. A stop that is already passed triggers
 * at once on spot; on futures it is refused before it is sent.
 *
 * Margin: support.kraken.com, linear multi-collateral contract specifications, PF_XBTUSD. A
 * liquidation pays the taker fee.
 */
export const krakenPaperRules: PaperRules = {
  spot: {
    makerFeePpm: 2_500,
    takerFeePpm: 4_000,
    // In the quote for both sides, unless oflags has fcib.
    feeAsset: 'quote',
    // The venue uses the last trade (trigger last); the mid stands for it here, as only books are
    // known.
    triggerSource: 'mid',
    refusesPassedStop: false,
  },
  perp: {
    makerFeePpm: 200,
    takerFeePpm: 500,
    // The venue uses the last trade (triggerSignal last) by default.
    triggerSource: 'mid',
    refusesPassedStop: true,
    // A market order is an IOC with 1 percent price protection.
    marketBoundPpm: 10_000,
    leverage: { default: 10, max: 50 },
    marginModes: ['cross', 'isolated'],
    maintenanceTiers: [
      { notionalMax: '1000000', ratePpm: 10_000, leverageMax: 50 },
      { notionalMax: '5000000', ratePpm: 20_000, leverageMax: 25 },
      { notionalMax: '20000000', ratePpm: 50_000, leverageMax: 10 },
      { ratePpm: 100_000, leverageMax: 5 },
    ],
    liquidationFeePpm: 500,
    // Paid by the hour.
    fundingWindowHours: 8,
    publishesNextRate: true,
  },
};
