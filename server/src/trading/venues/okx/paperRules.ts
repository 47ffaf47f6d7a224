import type { PaperRules } from '../paperPort.ts';

/**
 * Base tier (regular user, level 1): okx.com/fees. A trigger on the wrong side of the market is
 * refused: 51277 to 51280.
 *
 * Margin: okx.com/trade-market/position/swap, BTC-USDT; a new account has a leverage of 3. A
 * liquidation pays the taker fee.
 */
export const okxPaperRules: PaperRules = {
  spot: {
    makerFeePpm: 800,
    takerFeePpm: 1_000,
    // A buy pays in the base, a sell in the quote.
    feeAsset: 'received',
    // The venue uses the last trade; the mid stands for it here, as only books are known.
    triggerSource: 'mid',
    refusesPassedStop: true,
  },
  perp: {
    makerFeePpm: 200,
    takerFeePpm: 500,
    // The venue uses the last trade (slTriggerPxType last) by default.
    triggerSource: 'mid',
    refusesPassedStop: true,
    leverage: { default: 3, max: 100 },
    marginModes: ['cross', 'isolated'],
    maintenanceTiers: [
      { notionalMax: '500000', ratePpm: 4_000, leverageMax: 100 },
      { notionalMax: '5000000', ratePpm: 10_000, leverageMax: 50 },
      { notionalMax: '20000000', ratePpm: 25_000, leverageMax: 20 },
      { notionalMax: '60000000', ratePpm: 50_000, leverageMax: 10 },
      { ratePpm: 100_000, leverageMax: 5 },
    ],
    liquidationFeePpm: 500,
  },
};
