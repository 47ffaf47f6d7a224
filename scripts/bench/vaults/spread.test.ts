import { expect, it } from 'vitest';
import { limitTable, spreadOf } from './spread.ts';

it('takes the figures that half and 99 of 100 do not exceed', () => {
  const figures = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(spreadOf(figures)).toEqual({ p50: 100, p99: 198, max: 200 });
  expect(spreadOf([7])).toEqual({ p50: 7, p99: 7, max: 7 });
  expect(spreadOf([3, 1, 2])).toEqual({ p50: 2, p99: 3, max: 3 });
});

it('says where a limit is missed, and only there', () => {
  const spread = { p50: 1, p99: 25, max: 90 };
  const rows = limitTable([
    { name: 'held', unit: 'ms', limit: 25, ...spread },
    { name: 'missed', unit: 'ms', limit: 24, ...spread },
    { name: 'single', unit: 'ms', limit: 20, value: 20.1 },
    { name: 'free', unit: 'vaults/s', value: 1_234.5 },
    { name: 'none', unit: 'ms', limit: 5, value: Number.NaN },
  ]);
  expect(rows.split('\n').slice(2)).toEqual([
    '| held | 1.0 | 25.0 | 90.0 | ms | ≤ 25 |',
    '| missed | 1.0 | 25.0 | 90.0 | ms | ≤ 24 missed |',
    '| single |  |  | 20.1 | ms | ≤ 20 missed |',
    '| free |  |  | 1,235 | vaults/s |  |',
    '| none |  |  | NaN | ms | ≤ 5 missed |',
  ]);
});
