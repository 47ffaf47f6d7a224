import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientIdOf, expirationSeconds, toText } from './clientIds.ts';

const hexDigit = fc.constantFrom(...'0123456789abcdef');
const clientId = fc.array(hexDigit, { minLength: 32, maxLength: 32 }).map((all) => all.join(''));

describe('a client id', () => {
  it('is a text that the venue takes', () => {
    expect(toText('0195a5b4c3d27e8f9a0b1c2d3e4f5a6b')).toBe('t-01imir9guifq7pk2os5kv4umjb');
    expect(toText('0'.repeat(32))).toBe(`t-${'0'.repeat(26)}`);
    expect(toText('f'.repeat(32))).toBe(`t-7${'v'.repeat(25)}`);
  });

  it('comes back as it was', () => {
    fc.assert(
      fc.property(clientId, (id) => {
        const text = toText(id) ?? '';
        expect(text).toMatch(/^t-[0-9A-Za-z_.-]{1,28}$/);
        // ccxt measures it with its prefix.
        expect(text.length).toBeLessThanOrEqual(28);
        expect(clientIdOf(text)).toBe(id);
      }),
    );
  });

  it.each([
    'apiv4',
    'web',
    '',
    undefined,
    null,
    't-mine',
    `t-8${'0'.repeat(25)}`,
    `t-${'0'.repeat(27)}`,
    `ao-${'0'.repeat(26)}`,
    `t-0${'V'.repeat(25)}`,
  ])('is none of ours in %s', (text) => {
    expect(clientIdOf(text)).toBeUndefined();
  });

  it.each(['', '123456', 'mine', 'F'.repeat(32), 'g'.repeat(32)])('is not made of %s', (name) => {
    expect(toText(name)).toBeUndefined();
  });

  it('tells a conditional order on spot by how long it waits, 29 to 30 days', () => {
    expect(expirationSeconds('0195a5b4c3d27e8f9a0b1c2d3e4f5a6b')).toBe(2_568_853);
    expect(expirationSeconds('0'.repeat(32))).toBe(2_592_000);
    expect(expirationSeconds('f'.repeat(32))).toBe(2_526_465);
  });
});
