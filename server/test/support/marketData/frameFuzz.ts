import fc from 'fast-check';
import { expect } from 'vitest';
import type { Frame } from '../../../src/trading/venues/shared/stream/protocol.ts';

const kinds = ['book', 'malformed', 'accepted', 'refused', 'shutdown', 'other'];

/**
 * Reads frames that were cut, spliced, or had a value replaced by another type of value. The answer
 * must be one of the known kinds, never an exception.
 */
export function expectReadsAnything(
  read: (text: string) => Frame<unknown>,
  frames: readonly string[],
): void {
  const known = fc.constantFrom(...frames);
  const cut = fc.tuple(known, fc.double({ min: 0, max: 1, noNaN: true }));
  const torn = cut.map(([text, share]) => text.slice(0, Math.floor(text.length * share)));
  const values = fc.constantFrom('null', '[]', '{}', '""', '-1', '1e999', 'true', '[[]]', '[null]');
  const changed = fc.tuple(known, fc.nat(), values).map(([text, at, value]) => {
    const parts = [...text.matchAll(/:("[^"]*"|-?[\d.]+|true|false|null)/g)];
    const part = parts[at % Math.max(1, parts.length)];
    if (!part) return text;
    return `${text.slice(0, part.index)}:${value}${text.slice(part.index + part[0].length)}`;
  });
  const spliced = fc.tuple(torn, torn).map(([one, other]) => one + other);
  fc.assert(
    fc.property(fc.oneof(torn, changed, spliced, fc.json(), fc.string()), (text) => {
      expect(kinds).toContain(read(text).kind);
    }),
    { numRuns: 1_000 },
  );
}
