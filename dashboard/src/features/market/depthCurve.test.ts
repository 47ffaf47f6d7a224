import { describe, expect, it } from 'vitest';
import { depthPictureOf, ticksBetween } from './depthCurve.ts';
import { type Level, mergeSide } from './ladder.ts';

const side = (of: 'bids' | 'asks', ...levels: Level[]) =>
  mergeSide([{ levels, isCut: false }], { side: of, step: undefined });

describe('the depth picture', () => {
  it('reaches as far as the shorter side, the mid in the middle', () => {
    const bids = side('bids', [99, 1], [98, 2], [90, 7]);
    const asks = side('asks', [101, 3], [104, 1]);
    const picture = depthPictureOf(bids, asks);
    expect(picture).toMatchObject({ mid: 100, reach: 4, cumulativeMax: 4 });
    expect(picture?.bids.map(({ cumulative }) => cumulative)).toEqual([1, 3]);
  });

  it('is none while a side is empty', () => {
    expect(depthPictureOf(side('bids'), side('asks', [101, 1]))).toBeUndefined();
  });
});

describe('ticks', () => {
  it('are round figures of the range, few enough for their place', () => {
    expect(ticksBetween(0, 14.2, 4)).toEqual([0, 5, 10]);
    expect(ticksBetween(83_571, 83_652, 5)).toEqual([83_580, 83_600, 83_620, 83_640]);
    expect(ticksBetween(0.1, 0.36, 6)).toEqual([0.1, 0.15, 0.2, 0.25, 0.3, 0.35]);
  });

  it('are none of no range', () => {
    expect(ticksBetween(1, 1, 4)).toEqual([]);
  });
});
