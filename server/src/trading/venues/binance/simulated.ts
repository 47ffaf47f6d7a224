import { joinedName, simulatedProfile } from '../shared/simulatedProfile.ts';

/** Profile with which the simulated market imitates the exchange. */
export const binanceSimulated = simulatedProfile('binance', {
  updatesPerSec: 9,
  lagMs: 45,
  halfSpreadBps: 0.55,
  noiseBps: 0.2,
  depthUsd: 24_000,
  rules: {
    spotNotionalMin: 5,
    perpNotionalMin: 5,
    spotName: joinedName,
    perpName: joinedName,
  },
});
