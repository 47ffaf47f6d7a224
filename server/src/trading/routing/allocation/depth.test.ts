import { expect, it } from 'vitest';
import { depthOf, levelOf, lotsTo } from './depth.ts';

const market = { side: 'buy', mid: 100, step: 0.1, lotsMax: 1_000 } as const;

it('cuts levels into lots and means what lies on two of them', () => {
  const depth = depthOf(
    [
      [101, 0.25],
      [102, 0.15],
      [103, 0.17],
    ],
    market,
  );
  // Two lots at 10 bps × base; one half at 10 and half at 20; one at 20; one at 30; 0.07 is none.
  expect(depth.runs.counts).toEqual([2, 1, 1, 1]);
  expect(depth.runs.costs.map((cost) => Math.round(cost * 1e6) / 1e6)).toEqual([10, 15, 20, 30]);
  expect(depth.lots).toBe(5);
  expect([1, 2, 3, 4, 5].map((lots) => levelOf(depth, lots))).toEqual([0, 0, 1, 1, 2]);
  expect([0, 1, 2].map((level) => lotsTo(depth, level))).toEqual([2, 4, 5]);
});

it('is not led astray by the noise of floats', () => {
  expect(depthOf([[101, 0.3]], market).lots).toBe(3);
  expect(
    depthOf(
      [
        [101, 0.15],
        [101, 0.15],
      ],
      market,
    ).lots,
  ).toBe(3);
  expect(
    depthOf(
      [
        [101, 0.1],
        [102, 0.2],
      ],
      { ...market, step: 0.3 },
    ).lots,
  ).toBe(1);
});

it('looks no deeper than what is wanted', () => {
  const depth = depthOf(
    [
      [101, 0.2],
      [102, 0.2],
      [103, 9],
    ],
    { ...market, lotsMax: 3 },
  );
  expect(depth.prices).toEqual([101, 102]);
});
