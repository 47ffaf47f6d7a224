import type { PaperRules } from '../paperPort.ts';

/**
 * Base tier (VIP 0): bybit.com/en/announcement-info/fee-rate. A conditional order names the
 * direction of the price, and is refused when the price is there already: 110092 and 110093.
 *
 * Margin: bybit.com/en/announcement-info/margin-parameters, BTCUSDT; a new account has a leverage
 * of 10. A liquidation pays the taker fee.
 */
export const bybitPaperRules: PaperRules = {
  spot: {
    makerFeePpm: 1_000,
    takerFeePpm: 1_000,
    // A buy pays in the base, a sell in the quote.
    feeAsset: 'received',
    // The venue uses the last trade; the mid stands for it here, as only books are known.
    triggerSource: 'mid',
    refusesPassedStop: true,
  },
  perp: {
    makerFeePpm: 200,
    takerFeePpm: 550,
    // The venue uses the last trade (triggerBy LastPrice) by default.
    triggerSource: 'mid',
    refusesPassedStop: true,
    leverage: { default: 10, max: 100 },
    marginModes: ['cross', 'isolated'],
    // set-margin-mode applies to the unified account.
    marginModeScope: 'account',
    maintenanceTiers: [
      { notionalMax: '2000000', ratePpm: 5_000, leverageMax: 100 },
      { notionalMax: '10000000', ratePpm: 10_000, leverageMax: 50 },
      { notionalMax: '20000000', ratePpm: 25_000, leverageMax: 20 },
      { notionalMax: '60000000', ratePpm: 50_000, leverageMax: 10 },
      { notionalMax: '120000000', ratePpm: 100_000, leverageMax: 5 },
      { ratePpm: 200_000, leverageMax: 2 },
    ],
    liquidationFeePpm: 550,
  },
};
