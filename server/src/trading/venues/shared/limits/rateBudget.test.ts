import { describe, expect, it } from 'vitest';
import { type CallPurpose, callPurposes } from '../../../model/callPurpose.ts';
import { unsigned, weighted } from './callCosts.ts';
import type { RateWindow } from './governorRules.ts';
import { RateMeter } from './rateBudget.ts';

const window: RateWindow = {
  name: 'weight',
  scope: 'address',
  capacity: 100,
  lengthMs: 10_000,
  cost: weighted({ cancel: 1, order: 1, read: 1, list: 10 }),
};

/** Returns the cost that the purpose alone can spend at once, after others have spent. */
function leftFor(purpose: CallPurpose, spent: Partial<Record<CallPurpose, number>> = {}): number {
  const meter = new RateMeter(window);
  for (const payer of callPurposes) meter.spend(payer, spent[payer] ?? 0, 0);
  for (let cost = 100; cost > 0; cost -= 1) {
    if (meter.freeAtMs({ kind: 'read', purpose }, cost, 0) === 0) return cost;
  }
  return 0;
}

describe('a window', () => {
  it('keeps parts of itself for each purpose but history', () => {
    const left = callPurposes.map((purpose) => [purpose, leftFor(purpose)]);
    // Cancels and orders have 20 each, look-ups 3, comparisons 10 (a list) and callers 3.
    expect(Object.fromEntries(left)).toEqual({
      cancel: 64,
      order: 64,
      proof: 47,
      comparison: 54,
      caller: 47,
      // It leaves up to a quarter unused beside those, and has room for two lists.
      history: 20,
    });
  });

  it('counts what a process before this one spent, until that is a window ago', () => {
    const meter = new RateMeter(window, { share: 0.5, atMs: 1_000 });
    expect(meter.figures(1_000).used).toBe(50);
    // Cancels can spend what is reserved for them all the same.
    expect(meter.freeAtMs({ kind: 'cancel', purpose: 'cancel' }, 14, 1_000)).toBe(1_000);
    expect(meter.freeAtMs({ kind: 'order', purpose: 'order' }, 40, 1_000)).toBeGreaterThan(9_000);
    expect(meter.figures(12_100).used).toBe(0);
    // A credential that is first used long after that has all of it.
    expect(new RateMeter(window, { share: 0.5, atMs: -60_000 }).figures(0).used).toBe(0);
  });

  it('leaves each its part whatever others have spent, in any order', () => {
    const parts = { cancel: 20, order: 20, proof: 3, comparison: 10, caller: 3 } as const;
    for (const greedy of callPurposes) {
      const spent: Partial<Record<CallPurpose, number>> = { [greedy]: leftFor(greedy) };
      for (const purpose of callPurposes) {
        const part = purpose === greedy || purpose === 'history' ? 0 : parts[purpose];
        const spare = greedy === 'history' && purpose !== 'history' ? 24 : 0;
        expect(leftFor(purpose, spent)).toBe(part + spare);
        spent[purpose] = (spent[purpose] ?? 0) + part;
      }
    }
  });

  it('keeps nothing twice: what a purpose has spent of its part is open to others', () => {
    expect(leftFor('caller', { cancel: 20, order: 20 })).toBe(47);
    expect(leftFor('caller', { cancel: 40, order: 20 })).toBe(27);
  });

  it('keeps nothing for signed calls where it counts only those that nobody signs', () => {
    const meter = new RateMeter({ ...window, capacity: 5, cost: unsigned });
    expect(meter.canEver({ kind: 'read', purpose: 'history' }, 5)).toBe(true);
  });
});
