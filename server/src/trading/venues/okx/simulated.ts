import { commonPerpGrids, commonSpotGrids, simulatedProfile } from '../shared/simulatedProfile.ts';

/** Profile with which the simulated market imitates the exchange. */
export const okxSimulated = simulatedProfile('okx', {
  updatesPerSec: 10,
  lagMs: 40,
  halfSpreadBps: 0.6,
  noiseBps: 0.25,
  depthUsd: 16_000,
  spotGrids: { ...commonSpotGrids, BTC: [1, 8], ETH: [2, 6], SOL: [2, 6] },
  perpGrids: { ...commonPerpGrids, BTC: [1, 4] },
  rules: {
    quantityMinUsd: 1,
    // A contract of BTC is 0.01 BTC and trades in hundredths.
    stepsPerContract: 100,
    spotName: (base, quote) => `${base}-${quote}`,
    perpName: (base, quote) => `${base}-${quote}-SWAP`,
  },
});
