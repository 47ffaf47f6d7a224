import { describe, expect, it } from 'vitest';
import { type Packable, pack } from './msgpack.ts';

// By the tables of the specification of MessagePack (github.com/msgpack/msgpack, spec.md).

const packed = (value: Packable) => Buffer.from(pack(value)).toString('hex');
const list = (count: number) => Array.from({ length: count }, () => 0);
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i + 10}`, true]));

describe('a value', () => {
  it.each<[Packable, string]>([
    [null, 'c0'],
    [false, 'c2'],
    [true, 'c3'],
    [0, '00'],
    [127, '7f'],
    [128, 'cc80'],
    [255, 'ccff'],
    [256, 'cd0100'],
    [65_535, 'cdffff'],
    [65_536, 'ce00010000'],
    [4_294_967_295, 'ceffffffff'],
    [4_294_967_296, 'cf0000000100000000'],
    [1_700_000_000_000, 'cf0000018bcfe56800'],
    ['', 'a0'],
    ['Gtc', 'a3477463'],
    ['ä', 'a2c3a4'],
    [[], '90'],
    [['a', 1], '92a16101'],
    [{}, '80'],
    [{ b: 1, a: [true] }, '82a16201a16191c3'],
  ])('%j is as short as can be', (value, bytes) => {
    expect(packed(value)).toBe(bytes);
  });

  it.each<[string, Packable, string]>([
    ['a text of 31', 'x'.repeat(31), 'bf78'],
    ['a text of 32', 'x'.repeat(32), 'd92078'],
    ['a text of 255', 'x'.repeat(255), 'd9ff78'],
    ['a text of 256', 'x'.repeat(256), 'da010078'],
    ['a list of 15', list(15), '9f00'],
    ['a list of 16', list(16), 'dc001000'],
    ['fields of 15', fields(15), '8fa36b3130c3'],
    ['fields of 16', fields(16), 'de0010a36b3130c3'],
  ])('%s says how long it is', (_, value, start) => {
    expect(packed(value).startsWith(start)).toBe(true);
  });

  it.each([-1, 0.5, 2 ** 53])('%d is no number of an action', (value) => {
    expect(() => pack(value)).toThrow(RangeError);
  });
});
