import type { PaperRules } from '../paperPort.ts';

/**
 * Base tier: hyperliquid.gitbook.io, trading, fees. A passed stop is refused: 'Invalid TP/SL
 * price', badTriggerPxRejected.
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
  },
};
