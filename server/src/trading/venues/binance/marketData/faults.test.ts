import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FaultKind, runWithFault } from '../../../../../test/support/marketData/faultRun.ts';
import { makeMarket } from '../../../../../test/support/marketData/scriptedMarket.ts';
import { proofOf } from '../../../../../test/support/proof.ts';

const eventCount = 30;

const faults = (kind: FaultKind) =>
  fc.record({
    seed: fc.integer({ min: 0, max: 1_000 }).map(String),
    isFutures: fc.boolean(),
    fault: fc.record({
      kind: fc.constant(kind),
      at: fc.integer({ min: 1, max: eventCount - 1 }),
      cut: fc.double({ min: 0, max: 0.99, noNaN: true }),
    }),
  });

describe('a fault in a made-up stream', () => {
  const check = async (kind: FaultKind, judge: (flags: readonly string[], at: number) => void) =>
    fc.assert(
      fc.asyncProperty(faults(kind), async ({ seed, isFutures, fault }) => {
        const book = await runWithFault(makeMarket(seed, isFutures, eventCount), fault);
        judge(book.flags, fault.at);
      }),
      proofOf(40),
    );

  it('none: the book follows without a flag', () =>
    check('none', (flags) => expect(flags).toEqual([])));

  it('a lost frame is one gap, healed by a snapshot', () =>
    check('loss', (flags) => expect(flags).toEqual(['gap'])));

  it('a duplicate changes nothing', () => check('duplicate', (flags) => expect(flags).toEqual([])));

  it('two frames swapped are one gap', () =>
    check('reorder', (flags, at) => expect(flags).toEqual(at === eventCount - 1 ? [] : ['gap'])));

  it('a torn frame is malformed, and the book is resynced', () =>
    check('truncate', (flags) => expect(flags[0]).toBe('malformed')));
});
