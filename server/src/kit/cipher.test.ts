import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CipherError, createCipher, drawCipherKey, isCipherKey, sealedBy } from './cipher.ts';
import { createSeededRandom } from './random.ts';
import { Secret } from './secret.ts';

const random = createSeededRandom('cipher');
const key = drawCipherKey(random);
const former = drawCipherKey(random);
const context = ['account', 'desk', 'credentials'];
const cipher = createCipher({ random, key });

function faultOf(open: () => unknown): string {
  try {
    open();
  } catch (error) {
    if (error instanceof CipherError) return error.fault;
    throw error;
  }
  return 'none';
}

describe('a cipher', () => {
  it('opens every text it sealed, and shows none of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const sealed = cipher.seal(new Secret(text), context);
        // Lone surrogates cannot be written as UTF-8, and no credential contains them.
        const kept = Buffer.from(text, 'utf8').toString('utf8');
        expect(cipher.open(sealed, context).reveal()).toBe(kept);
        if (text.length > 8) expect(sealed).not.toContain(text);
      }),
    );
  });

  it('names the key it sealed with, and draws a nonce for each text', () => {
    const texts = Array.from({ length: 200 }, () => cipher.seal(new Secret('same'), context));
    expect(new Set(texts.map((text) => text.split('.')[2])).size).toBe(200);
    expect(new Set(texts.map(sealedBy))).toEqual(new Set([cipher.keyId]));
    expect(cipher.keyId).toMatch(/^[0-9a-f]{16}$/);
    expect(key.reveal()).not.toContain(cipher.keyId);
  });

  it.each([
    ['another account', ['account', 'other', 'credentials']],
    ['another field', ['account', 'desk', 'futures_credentials']],
    ['parts cut elsewhere', ['account', 'deskcredentials']],
    ['nothing', []],
  ])('refuses a text that was moved to %s', (_name, elsewhere) => {
    const sealed = cipher.seal(new Secret('text'), context);
    expect(faultOf(() => cipher.open(sealed, elsewhere))).toBe('altered');
  });

  it('refuses a text with any one character changed or cut off', () => {
    const sealed = cipher.seal(new Secret('a text of some length'), context);
    for (let at = 0; at < sealed.length; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
      expect(faultOf(() => cipher.open(changed, context))).not.toBe('none');
      expect(faultOf(() => cipher.open(sealed.slice(0, at), context))).not.toBe('none');
    }
  });

  it.each(['', 'v1', 'v2.0123456789abcdef.AAAA.AAAA.AAAA', 'plain text', 'v1.x.y.z.w.v'])(
    'refuses %j as no sealed text',
    (text) => {
      expect(faultOf(() => cipher.open(text, context))).toBe('malformed');
      expect(faultOf(() => sealedBy(text))).toBe('malformed');
    },
  );

  it('opens what a former key sealed, and seals with the present one', () => {
    const before = createCipher({ random, key: former });
    const sealed = before.seal(new Secret('old'), context);
    expect(faultOf(() => cipher.open(sealed, context))).toBe('unknownKey');
    const both = createCipher({ random, key, former });
    expect(both.open(sealed, context).reveal()).toBe('old');
    const anew = both.seal(both.open(sealed, context), context);
    expect(sealedBy(anew)).toBe(cipher.keyId);
    expect(cipher.open(anew, context).reveal()).toBe('old');
  });

  it('refuses a text that only claims to be of its key', () => {
    const foreign = createCipher({ random, key: former }).seal(new Secret('x'), context);
    const claimed = foreign.replace(sealedBy(foreign), cipher.keyId);
    expect(faultOf(() => cipher.open(claimed, context))).toBe('altered');
  });

  it('says nothing of keys or texts in its errors', () => {
    const sealed = cipher.seal(new Secret('the very secret'), context);
    for (const open of [
      () => cipher.open(sealed, []),
      () => createCipher({ random, key: former }).open(sealed, context),
      () => createCipher({ random, key: new Secret('the very secret') }),
    ]) {
      expect(open).toThrow();
      try {
        open();
      } catch (error) {
        expect(String(error)).not.toMatch(/very secret/);
        expect(String(error)).not.toContain(key.reveal());
      }
    }
  });
});

describe('a cipher key', () => {
  it.each([
    [drawCipherKey(random).reveal(), true],
    [Buffer.alloc(32).toString('base64'), true],
    [Buffer.alloc(31).toString('base64'), false],
    [Buffer.alloc(33).toString('base64'), false],
    [Buffer.alloc(32, 255).toString('base64url'), false],
    [`${Buffer.alloc(32).toString('base64')}\n`, false],
    ['a'.repeat(64), false],
    ['', false],
  ])('%j: %s', (text, isKey) => expect(isCipherKey(text)).toBe(isKey));
});
