import { commonPerpGrids, joinedName, simulatedProfile } from '../shared/simulatedProfile.ts';

/** Profile with which the simulated market imitates the exchange. */
export const hyperliquidSimulated = simulatedProfile('hyperliquid', {
  spotQuotes: [],
  perpQuote: 'USDC',
  fundingHours: 1,
  updatesPerSec: 2,
  lagMs: 150,
  halfSpreadBps: 0.9,
  noiseBps: 0.4,
  depthUsd: 20_000,
  // Five significant digits, the venue's own rule.
  perpGrids: {
    ...commonPerpGrids,
    BTC: [0, 5],
    ETH: [1, 4],
    XRP: [4, 0],
    LTC: [2, 2],
    LINK: [3, 1],
  },
  rules: { perpNotionalMin: 10, spotName: joinedName, perpName: (base) => base },
});
