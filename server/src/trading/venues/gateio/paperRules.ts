import type { PaperRules } from '../paperPort.ts';

/**
 * Base tier (VIP 0): gate.com/fee, without the GT discount. A price-triggered order whose price is
 * already passed is refused: AUTO_TRIGGER_PRICE_LESS_LAST and AUTO_TRIGGER_PRICE_GREATE_LAST.
 *
 * Margin: gate.com/futures/introduction/risk_limit, BTC_USDT; a new account has a leverage of 10. A
 * liquidation pays the taker fee.
 */
export const gateioPaperRules: PaperRules = {
  spot: {
    makerFeePpm: 2_000,
    takerFeePpm: 2_000,
    // A buy pays in the base, a sell in the quote.
    feeAsset: 'received',
    // The venue uses the last trade; the mid stands for it here, as only books are known.
    triggerSource: 'mid',
    refusesPassedStop: true,
  },
  perp: {
    makerFeePpm: 200,
    takerFeePpm: 500,
    // The venue uses the last trade (price_type 0) by default.
    triggerSource: 'mid',
    refusesPassedStop: true,
    leverage: { default: 10, max: 100 },
    marginModes: ['cross', 'isolated'],
    maintenanceTiers: [
      { notionalMax: '1000000', ratePpm: 4_000, leverageMax: 100 },
      { notionalMax: '5000000', ratePpm: 10_000, leverageMax: 50 },
      { notionalMax: '20000000', ratePpm: 25_000, leverageMax: 20 },
      { notionalMax: '50000000', ratePpm: 50_000, leverageMax: 10 },
      { ratePpm: 100_000, leverageMax: 5 },
    ],
    liquidationFeePpm: 500,
    publishesNextRate: true,
  },
};
