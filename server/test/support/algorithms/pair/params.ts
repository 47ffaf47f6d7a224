import type { FundingArbParams } from '../../../../src/trading/algorithms/fundingArb/params.ts';
import type { SpreadParams } from '../../../../src/trading/algorithms/spread/params.ts';
import { symbolOf } from '../../paper/fixture.ts';

/** BTC against its perpetual, each with its own account; everything else by default. */
export const pairedSpread: SpreadParams = {
  contraSymbol: symbolOf('BTC/USDT:USDT'),
  anchorAccountIds: ['a'],
  contraAccountIds: ['b'],
  riskQuantity: 0.5,
  leadMode: 'anchor',
  aggression: 'neutral',
  sweepTriggerMode: 'immediate',
  sweepThresholdPct: 0,
  repriceIncrementBps: 10,
  spreadOffsetPct: 0,
  maxUnhedgedMs: 30_000,
};

export const pairedFundingArb: FundingArbParams = {
  perpSymbol: symbolOf('BTC/USDT:USDT'),
  spotAccountId: 'a',
  perpAccountId: 'b',
  entryAprPct: 30,
  exitAprPct: 5,
  smoothingHours: 8,
  maxEntryBasisBps: 15,
  roundTripCostBps: 30,
  maxBreakevenHours: 96,
  minHoldHours: 8,
  riskQuantity: 0.5,
  maxUnhedgedMs: 30_000,
  liquidationBufferPct: 20,
  pollIntervalMs: 60_000,
};
