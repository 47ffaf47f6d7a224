import { describe, expect, it } from 'vitest';
import type { WireLevel } from '../../bookPort.ts';
import { isLimited, reachOf, reachStateOf } from './reach.ts';

const side = (best: number, step: number, count: number): WireLevel[] =>
  Array.from({ length: count }, (_, i) => [`${best + i * step}`, '1']);
const documentOf = (bids: WireLevel[], asks: WireLevel[]) => ({
  lastUpdateId: 1,
  bids,
  asks,
  venueTimeMs: undefined,
});

describe('the reach of a snapshot', () => {
  const cut = reachOf(documentOf(side(1_000, -1, 500), side(1_001, 1, 500)));

  it.each([
    [1_000, 1_001, 'inside'],
    [751, 752, 'inside'],
    [750, 751, 'leaving'],
    [501, 502, 'leaving'],
    [500, 501, 'left'],
    [1_249, 1_250, 'inside'],
    [1_250, 1_251.5, 'leaving'],
    [1_499, 1_500, 'leaving'],
    [1_500, 1_501, 'left'],
    [undefined, 1_001, 'left'],
    [1_000, undefined, 'left'],
  ] as const)('a market of %s and %s is %s', (bid, ask, standing) => {
    expect(reachStateOf(cut, { bid, ask })).toBe(standing);
  });

  it('is without end on a side the document held whole', () => {
    const whole = reachOf(documentOf(side(1_000, -1, 499), []));
    expect(isLimited(whole)).toBe(false);
    expect(reachStateOf(whole, { bid: undefined, ask: 1e9 })).toBe('inside');
    const half = reachOf(documentOf(side(1_000, -1, 499), side(1_001, 1, 500)));
    expect(isLimited(half)).toBe(true);
    expect(reachStateOf(half, { bid: 1, ask: 1_501 })).toBe('left');
  });

  it('ends where the venue cut a document shorter than was asked for', () => {
    const shorter = reachOf(documentOf(side(1_000, -1, 100), side(1_001, 1, 100)));
    expect(reachStateOf(shorter, { bid: 900, ask: 1_001 })).toBe('left');
  });
});
