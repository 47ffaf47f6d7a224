import { counted, weighted } from '../../../src/trading/venues/shared/limits/callCosts.ts';
import {
  createGovernor,
  type LimitReport,
} from '../../../src/trading/venues/shared/limits/governor.ts';
import type {
  GovernorRules,
  RatedCall,
} from '../../../src/trading/venues/shared/limits/governorRules.ts';
import { RateLimitedError } from '../../../src/trading/venues/shared/limits/rateLimitedError.ts';
import { createManualClock } from '../manualClock.ts';

/**
 * Rules of a hundred in ten seconds: cancels have 20 reserved and orders another 20, and reads have
 * room for 47.
 */
export const someRules: GovernorRules = {
  windows: [
    {
      name: 'weight',
      scope: 'address',
      capacity: 100,
      lengthMs: 10_000,
      cost: weighted({ cancel: 1, order: 1, read: 1, list: 10 }),
    },
    {
      name: 'orders',
      scope: 'credential',
      capacity: 5,
      lengthMs: 1_000,
      cost: counted('order'),
    },
  ],
  bans: {
    429: { scope: 'credential', firstMs: 1_000 },
    418: { scope: 'address', firstMs: 120_000 },
  },
};

/** Creates a governor on its own clock, with the results of calls by the names a test gives. */
export function setUp(rules: GovernorRules = someRules) {
  const clock = createManualClock();
  const governor = createGovernor({ clock, rules });
  const told: string[] = [];
  const ask = (name: string, call: RatedCall, signal = new AbortController().signal) => {
    void governor.acquire(call, signal).then(
      () => told.push(name),
      (error: unknown) => {
        if (!(error instanceof RateLimitedError)) told.push(`${name}: ${error}`);
        else told.push(`${name}: ${error.reason} ${error.waitMs}`);
      },
    );
  };
  const recordAnswer = (answer: Omit<LimitReport, 'purpose'>) =>
    governor.recordAnswer({ ...answer, purpose: 'caller' });
  return { clock, governor, told, ask, recordAnswer, settle: () => clock.advance(0) };
}

export const read = (weight = 1): RatedCall => {
  return { credential: 'a', kind: 'read', weight, purpose: 'caller' };
};
export const order: RatedCall = { credential: 'a', kind: 'order', purpose: 'order' };
export const cancel: RatedCall = { credential: 'a', kind: 'cancel', purpose: 'cancel' };
