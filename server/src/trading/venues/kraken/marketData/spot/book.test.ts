import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type TextLevel, TextSide } from '../../../shared/textSide.ts';
import { createSpotDecoder } from './book.ts';
import { bookChecksum } from './checksum.ts';
import type { SpotMessage } from './frames.ts';

type Sides = Pick<SpotMessage, 'bids' | 'asks'>;

const digits = (text: string) => text.replace('.', '').replace(/^0+/, '');

/** Returns the checksum of sides that come best first, from the text as documented. */
function told({ bids, asks }: Sides): number {
  const levels = [...asks.slice(0, 10), ...bids.slice(0, 10)];
  return crc32(levels.flat().map(digits).join(''));
}

function message(sides: Sides, extra: Partial<SpotMessage> = {}): SpotMessage {
  return { isSnapshot: false, number: 1, depth: 3, checksum: 0, ...sides, ...extra };
}

const start: Sides = {
  bids: [
    ['99.0', '1.00'],
    ['98.0', '2.00'],
    ['97.0', '3.00'],
  ],
  asks: [['101.0', '0.50']],
};

describe('a spot book', () => {
  it('is proved by its checksum from the snapshot on', () => {
    const decoder = createSpotDecoder();
    expect(decoder.snapshot(message(start, { checksum: told(start) }))).toMatchObject(start);
    expect(decoder.snapshot(message(start, { checksum: told(start) ^ 1 }))).toBe('checksum');
  });

  it('tells levels as gone that fall out of the depth', () => {
    const decoder = createSpotDecoder();
    decoder.snapshot(message(start, { checksum: told(start) }));
    const bids: TextLevel[] = [['98.5', '4.00']];
    const after = {
      ...start,
      bids: [...start.bids.slice(0, 1), ...bids, ...start.bids.slice(1, 2)],
    };
    const levels = decoder.changes(message({ bids, asks: [] }, { checksum: told(after) }));
    expect(levels).toEqual({ bids: [...bids, ['97.0', 0]], asks: [] });
    const returned: TextLevel[] = [
      ['99.0', '0.00'],
      ['97.0', '3.00'],
    ];
    const last = { ...after, bids: [...after.bids.slice(1), ['97.0', '3.00'] as const] };
    expect(
      decoder.changes(message({ bids: returned, asks: [] }, { checksum: told(last) })),
    ).toMatchObject({ bids: returned });
  });

  it('feels a trailing zero, and a change that never came', () => {
    const decoder = createSpotDecoder();
    decoder.snapshot(message(start, { checksum: told(start) }));
    const asks: TextLevel[] = [['101.0', '0.5']];
    const missed = { ...start, asks: [['101.0', '0.50'] as const] };
    expect(decoder.changes(message({ bids: [], asks }, { checksum: told(missed) }))).toBe(
      'checksum',
    );
  });

  it('cannot prove a number in exponent notation, which is a number nonetheless', () => {
    const asks: TextLevel[] = [['101.0', '5e-7']];
    const plain: Sides = { ...start, asks: [['101.0', '0.0000005']] };
    const decoder = createSpotDecoder();
    expect(decoder.snapshot(message({ ...start, asks }, { checksum: told(plain) }))).toBe(
      'checksum',
    );
    const { checksum: _, ...bare } = message({ ...start, asks });
    expect(decoder.snapshot(bare)).toMatchObject({ asks });
    const deep = Array.from({ length: 10 }, (_, i): TextLevel => [`${101 + i}.0`, '1.0']);
    const below: Sides = { ...start, asks: [...deep, ['111.0', '5e-7']] };
    const depth = { depth: 25, checksum: told(below) };
    expect(decoder.snapshot(message(below, depth))).toMatchObject(below);
  });

  it('does not take what is no number', () => {
    const decoder = createSpotDecoder();
    expect(decoder.snapshot(message({ ...start, asks: [['x', '1']] }))).toBe('malformed');
    expect(decoder.changes(message({ bids: [['1', '-1']], asks: [] }))).toBe('malformed');
  });

  it('takes a snapshot of version 1 without a checksum', () => {
    const { checksum: _, ...bare } = message(start);
    expect(createSpotDecoder().snapshot(bare)).toMatchObject(start);
  });

  test('the checksum is the CRC32 of the text as documented', () => {
    const number = fc
      .tuple(fc.nat(99_999), fc.nat(99_999_999), fc.nat(8))
      .map(
        ([whole, part, places]) => `${whole}.${String(part).padStart(8, '0').slice(0, places)}1`,
      );
    const side = fc.uniqueArray(fc.tuple(number, number), {
      maxLength: 14,
      selector: ([price]) => Number(price),
    });
    fc.assert(
      fc.property(side, side, (bids, asks) => {
        const sides = [new TextSide('bids'), new TextSide('asks')] as const;
        sides[0].replace(bids);
        sides[1].replace(asks);
        const shown = (of: TextSide): TextLevel[] =>
          Array.from({ length: of.size }, (_, i) => [of.price(i) ?? '', of.quantity(i) ?? '']);
        const expected = told({ bids: shown(sides[0]), asks: shown(sides[1]) });
        expect(bookChecksum(...sides)).toBe(expected);
      }),
    );
  });
});
