import { commonSpotGrids, simulatedProfile } from '../shared/simulatedProfile.ts';

const underlinedName = (base: string, quote: string) => `${base}_${quote}`;

/** Profile with which the simulated market imitates the exchange. */
export const gateioSimulated = simulatedProfile('gateio', {
  updatesPerSec: 8,
  lagMs: 70,
  halfSpreadBps: 0.85,
  noiseBps: 0.35,
  depthUsd: 8_000,
  spotGrids: { ...commonSpotGrids, BTC: [1, 6], ETH: [2, 5], ADA: [4, 2] },
  rules: {
    spotNotionalMin: 3,
    // Derivatives trade in whole contracts.
    stepsPerContract: 1,
    spotName: underlinedName,
    perpName: underlinedName,
  },
});
