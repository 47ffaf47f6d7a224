import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNonces } from './nonces.ts';

const names = fc.constantFrom('first', 'second', 'third');
const asked = fc.array(fc.tuple(names, fc.integer({ min: 1_000, max: 1_020 })), { maxLength: 60 });

describe('nonces', () => {
  it('are the time while nobody has had it', () => {
    const nonces = createNonces();
    expect(nonces.next('first', 5)).toBe(5);
    expect(nonces.next('second', 5)).toBe(5);
    expect(nonces.next('first', 9)).toBe(9);
  });

  it('grow for each signer, whatever the clock does', () => {
    fc.assert(
      fc.property(asked, (calls) => {
        const nonces = createNonces();
        const given = calls.map(([signer, nowMs]) => ({
          signer,
          nowMs,
          nonce: nonces.next(signer, nowMs),
        }));
        for (const { nowMs, nonce } of given) expect(nonce).toBeGreaterThanOrEqual(nowMs);
        for (const signer of ['first', 'second', 'third']) {
          const own = given.filter((each) => each.signer === signer).map(({ nonce }) => nonce);
          expect(own).toEqual([...new Set(own)].toSorted((a, b) => a - b));
        }
      }),
    );
  });
});
