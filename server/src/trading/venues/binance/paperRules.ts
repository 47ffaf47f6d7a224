import type { PaperRules } from '../paperPort.ts';
import { binanceCollateral } from './collateral.ts';

/**
 * Base tier (VIP 0): binance.com/en/fee/schedule, without the BNB discount. A stop that would
 * trigger at once is refused: -2010 on spot, -2021 on futures.
 *
 * Margin: binance.com/en/futures/trading-rules/perpetual/leverage-margin, BTCUSDT; a new account
 * has a leverage of 20. The liquidation fee is 0.5 percent (insurance clearance), of each contract.
 */
export const binancePaperRules: PaperRules = {
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
    takerFeePpm: 500,
    // The venue uses the last trade (workingType CONTRACT_PRICE) by default.
    triggerSource: 'mid',
    refusesPassedStop: true,
    leverage: { default: 20, max: 125 },
    marginModes: ['cross', 'isolated'],
    maintenanceTiers: [
      { notionalMax: '50000', ratePpm: 4_000, leverageMax: 125 },
      { notionalMax: '600000', ratePpm: 5_000, leverageMax: 100 },
      { notionalMax: '3000000', ratePpm: 10_000, leverageMax: 50 },
      { notionalMax: '12000000', ratePpm: 25_000, leverageMax: 20 },
      { notionalMax: '70000000', ratePpm: 50_000, leverageMax: 10 },
      { notionalMax: '100000000', ratePpm: 100_000, leverageMax: 5 },
      { ratePpm: 150_000, leverageMax: 3 },
    ],
    liquidationFeePpm: 5_000,
  },
  portfolioMargin: {
    uncollected: 'BNB',
    dollars: ['USDT', 'USDC'],
    collateral: binanceCollateral,
  },
};
