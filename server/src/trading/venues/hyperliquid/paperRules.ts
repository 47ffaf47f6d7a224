import type { PaperRules } from '../paperPort.ts';

/**
 * Base tier: hyperliquid.gitbook.io, trading, fees. A stop that is already passed is refused:
 * 'Invalid TP/SL price', badTriggerPxRejected.
 *
 * Margin: hyperliquid.gitbook.io, trading, margining: maintenance is half of the initial margin at
 * the maximum leverage, 40 for BTC. Accounts have only cross positions here, and start with a
 * leverage of 20. Liquidations cost nothing beyond the taker fee.
 */
export const hyperliquidPaperRules: PaperRules = {
  perp: {
    makerFeePpm: 150,
    takerFeePpm: 450,
    // The venue uses its mark price; the mid stands for it here, as only books are known.
    triggerSource: 'mid',
    refusesPassedStop: true,
    // The default slippage of a market order.
    marketBoundPpm: 50_000,
    leverageFixed: 20,
    maintenanceTiers: [{ notionalMax: '150000000', ratePpm: 12_500 }, { ratePpm: 25_000 }],
    liquidationFeePpm: 450,
  },
};
