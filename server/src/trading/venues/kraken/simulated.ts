import { commonPerpGrids, simulatedProfile, stablecoins } from '../shared/simulatedProfile.ts';

/** Profile with which the simulated market imitates the exchange. */
export const krakenSimulated = simulatedProfile('kraken', {
  spotQuotes: ['USD', 'EUR', ...stablecoins],
  perpQuote: 'USD',
  fundingHours: 1,
  updatesPerSec: 15,
  lagMs: 60,
  halfSpreadBps: 0.8,
  noiseBps: 0.3,
  depthUsd: 10_000,
  spotGrids: {
    BTC: [1, 8],
    ETH: [2, 8],
    SOL: [2, 8],
    XRP: [5, 8],
    DOGE: [6, 8],
    LTC: [2, 8],
    ADA: [6, 8],
    LINK: [5, 8],
  },
  perpGrids: { ...commonPerpGrids, BTC: [0, 4], ETH: [1, 3], XRP: [5, 0], LINK: [3, 1] },
  rules: {
    spotNotionalMin: 0.5,
    quantityMinUsd: 5,
    spotName: (base, quote) => `${base}/${quote}`,
    perpName: (base, quote) => `PF_${base}${quote}`,
  },
});
