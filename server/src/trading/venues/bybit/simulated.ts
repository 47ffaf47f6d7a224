import { joinedName, simulatedProfile } from '../shared/simulatedProfile.ts';

/** Profile with which the simulated market imitates the exchange. */
export const bybitSimulated = simulatedProfile('bybit', {
  updatesPerSec: 28,
  lagMs: 30,
  halfSpreadBps: 0.6,
  noiseBps: 0.25,
  depthUsd: 18_000,
  rules: {
    spotNotionalMin: 5,
    perpNotionalMin: 5,
    spotName: joinedName,
    perpName: joinedName,
  },
});
