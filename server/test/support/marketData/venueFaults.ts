import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proofOf } from '../proof.ts';
import { makeVenueMarket } from './venueMarket.ts';
import { expectedFlags, isHarmless, runVenueFault } from './venueRun.ts';
import { faultKinds, type VenueFaultKind, type VenueScript } from './venueScript.ts';

const eventCount = 25;
const usualRuns = 12;

/** Tests one fault of every kind at any position of a stream: caught, counted and repaired. */
export function testVenueFaults(script: VenueScript): void {
  describe(`a fault in a ${script.name} stream`, () => {
    it.each(kindsOf(script))('%s: caught by the rule, counted once and repaired', async (kind) => {
      const faults = fc.record({
        seed: fc.integer({ min: 0, max: 1_000 }).map(String),
        at: fc.integer({ min: 1, max: eventCount - 1 }),
        cut: fc.double({ min: 0, max: 0.99, noNaN: true }),
      });
      await fc.assert(
        fc.asyncProperty(faults, async ({ seed, ...where }) => {
          const market = makeVenueMarket(seed, script, eventCount);
          const fault = { kind, ...where };
          fc.pre(!isHarmless(fault, market));
          const book = await runVenueFault(script, fault, market);
          expect(book.flags).toEqual(expectedFlags(script, fault, market));
        }),
        proofOf(usualRuns),
      );
    });
  });
}

function kindsOf(script: VenueScript): readonly VenueFaultKind[] {
  return faultKinds.filter((kind) => {
    if (kind === 'checksum') return script.withWrongChecksum !== undefined;
    return kind !== 'limited' || script.limited !== undefined;
  });
}
