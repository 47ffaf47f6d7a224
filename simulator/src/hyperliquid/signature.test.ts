import { describe, expect, it } from 'vitest';
import { keccak256, type Packable } from './chain.ts';
import { actionHash, addressOfSecret, signerOf } from './signature.ts';

// Hashes and signatures from the tests of the exchange's own Python SDK (hyperliquid-python-sdk,
// tests/signing_test.py): its key, and its signatures for the main network.

const secret = '0x0123456789012345678901234567890123456789012345678901234567890123';
const address = '0x14791697260e4c9a71f18484c9f997b308e59325';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

interface Vector {
  readonly name: string;
  readonly action: Packable;
  readonly r: bigint;
  readonly s: bigint;
  readonly v: 27 | 28;
}

const order = { a: 1, b: true, p: '100', s: '100', r: false };
const limit = { limit: { tif: 'Gtc' } };
const inOrder = (...orders: readonly Packable[]) => ({ type: 'order', orders, grouping: 'na' });

const vectors: readonly Vector[] = [
  {
    name: 'a number beyond 32 bits',
    action: { type: 'dummy', num: 100_000_000_000 },
    r: 0x53749d5b30552aeb2fca34b530185976545bb22d0b3ce6f62e31be961a59298n,
    s: 0x755c40ba9bf05223521753995abb2f73ab3229be8ec921f350cb447e384d8ed8n,
    v: 27,
  },
  {
    name: 'an order',
    action: inOrder({ ...order, t: limit }),
    r: 0xd65369825a9df5d80099e513cce430311d7d26ddf477f5b3a33d2806b100d78en,
    s: 0x2b54116ff64054968aa237c20ca9ff68000f977c93289157748a3162b6ea940en,
    v: 28,
  },
  {
    name: 'an order with a client id',
    action: inOrder({ ...order, t: limit, c: '0x00000000000000000000000000000001' }),
    r: 0x41ae18e8239a56cacbc5dad94d45d0b747e5da11ad564077fcac71277a946e3n,
    s: 0x3c61f667e747404fe7eea8f90ab0e76cc12ce60270438b2058324681a00116dan,
    v: 27,
  },
  {
    name: 'a stop',
    action: inOrder({ ...order, t: { trigger: { isMarket: true, triggerPx: '103', tpsl: 'sl' } } }),
    r: 0x98343f2b5ae8e26bb2587daad3863bc70d8792b09af1841b6fdd530a2065a3f9n,
    s: 0x6b5bb6bb0633b710aa22b721dd9dee6d083646a5f8e581a20b545be6c1feb405n,
    v: 27,
  },
  {
    name: 'a name alone',
    action: { type: 'scheduleCancel' },
    r: 0x6cdfb286702f5917e76cd9b3b8bf678fcc49aec194c02a73e6d4f16891195df9n,
    s: 0x6557ac307fa05d25b8d61f21fb8a938e703b3d9bf575f6717ba21ec61261b2a0n,
    v: 27,
  },
  {
    name: 'a number of 32 bits',
    action: { type: 'scheduleCancel', time: 123_456_789 },
    r: 0x609cb20c737945d070716dcc696ba030e9976fcf5edad87afa7d877493109d55n,
    s: 0x16c685d63b5c7a04512d73f183b3d7a00da5406ff1f8aad33f8ae2163bab758bn,
    v: 28,
  },
];

function signer({ action, r, s, v }: Vector, changes: object = {}) {
  const signature = { r, s, isOdd: v === 28 };
  return signerOf({ action, nonce: 0, expiresAfter: undefined, signature, ...changes });
}

describe('a signature', () => {
  it.each(vectors)('tells who signed $name', (vector) => {
    expect(signer(vector)).toBe(address);
  });

  it('tells of somebody else when anything of it differs', () => {
    const [, vector] = vectors;
    if (!vector) throw new Error('there is one');
    const { r, s } = vector;
    const others = [
      signer({ ...vector, action: inOrder({ ...order, p: '101', t: limit }) }),
      signer({ ...vector, action: inOrder({ b: true, a: 1, p: '100', s: '100', r: false }) }),
      signer({ ...vector, v: 27 }),
      signer(vector, { nonce: 1 }),
      signer(vector, { expiresAfter: 0 }),
      signer({ ...vector, s: s + 1n }),
    ];
    expect(others).not.toContain(address);
    expect(signer({ ...vector, r: 0n })).toBeUndefined();
    expect(signer({ ...vector, s: 2n ** 256n - 1n })).toBeUndefined();
    // No point of the curve has it.
    expect(signer({ ...vector, r: 5n })).toBeUndefined();
    expect(signer({ ...vector, r })).toBe(address);
  });

  it('is over the hash of the action with its nonce', () => {
    const action = inOrder({
      a: 4,
      b: true,
      p: '1670.1',
      s: '0.0147',
      r: false,
      t: { limit: { tif: 'Ioc' } },
    });
    const hash = actionHash({ action, nonce: 1_677_777_606_040, expiresAfter: undefined });
    expect(hex(hash)).toBe('0fcbeda5ae3c4950a548021552a4fea2226858c4453571bf3f24ba017eac2908');
  });

  it('is of an address that follows from the key', () => {
    expect(addressOfSecret(secret)).toBe(address);
    expect(addressOfSecret(secret.slice(2))).toBe(address);
  });
});

describe('a hash', () => {
  // Ethereum's own examples, with the hashes that other libraries compute.
  it.each([
    ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
    // One byte less than a block, exactly a block, and more.
    ['a'.repeat(135), '34367dc248bbd832f4e3e69dfaac2f92638bd0bbd18f2912ba4ef454919cf446'],
    ['a'.repeat(136), 'a6c4d403279fe3e0af03729caada8374b5ca54d8065329a3ebcaeb4b60aa386e'],
    ['a'.repeat(300), '5b7e0e47a96f32a88b4f14ca177982790807c40e1a105742ba0fc1babe1ef826'],
    ['testing', '5f16f4c7f149ac4f9510d9cf8cf384038ad348b3bcdc01915f95de12df9d1b02'],
  ])('of %j is as everybody has it', (text, hash) => {
    expect(hex(keccak256(Buffer.from(text)))).toBe(hash);
  });
});
