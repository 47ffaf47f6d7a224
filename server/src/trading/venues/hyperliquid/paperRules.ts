import type { PaperRules } from '../paperPort.ts';

/**
 * Base tier: hyperliquid.gitbook.io, trading, fees. A passed stop is refused: 'Invalid TP/SL
 * price', badTriggerPxRejected.
 *
 * Margin: hyperliquid.gitbook.io, trading, margining: maintenance is half of the initial margin at
 * the most leverage, 40 for BTC. Accounts have cross positions only here, and 20 to start with.
 * Liquidations cost nothing beyond the fee of a taker.
 */
export const hyperliquidPaperRules: PaperRules = {
  perp: {
    makerFeePpm: 150,
    takerFeePpm: 450,
    // The venue looks at its mark price; of books alone the mid stands for it.
    triggerSource: 'mid',
    refusesPassedStop: true,
    // The slippage that a market order is sent with, where nobody says another.
    marketBoundPpm: 50_000,
    leverageFixed: 20,
    maintenanceTiers: [{ notionalMax: '150000000', ratePpm: 12_500 }, { ratePpm: 25_000 }],
    liquidationFeePpm: 450,
  },
};
