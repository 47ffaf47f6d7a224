import { expect, test } from 'vitest';
import { alignDecimals, formatAge, formatDuration, shorten } from './format.ts';
import { partSize } from './parts.ts';
import { describeProgress, type Progress, renderBar } from './progress.ts';

const half: Progress = {
  totalVaults: 5_000,
  vaults: 2_500,
  failed: 3,
  tokens: 17_479,
  workMs: 5e4,
};
const begun: Progress = { totalVaults: 5_000, vaults: 0, failed: 0, tokens: 0, workMs: 0 };

test('progress in words says how fast it is and what is left', () => {
  expect(describeProgress(half)).toBe(
    '2,500 of 5,000 vaults, 3 failed, 17,479 tokens updated, 50.0 vaults/s, 50 s left',
  );
  expect(describeProgress(begun)).toBe('0 of 5,000 vaults, 0 failed, 0 tokens updated');
});

test('a bar fills its share of what the figures leave of the line', () => {
  const line = renderBar(half, { columns: 90, partMs: 20_000 });
  expect(line).toMatchInlineSnapshot(
    `"█████████░░░░░░░░░░  50 %  2,500/5,000 vaults  3 failed  17,479 tokens  50.0/s  30 s left"`,
  );
  expect(line.length).toBeLessThan(90);
});

test('before anything is known, the bar says how long it has been', () => {
  expect(renderBar(begun, { columns: 80, partMs: 12_000 })).toMatch(/ {2}12 s so far$/);
});

test('an unknown total has figures without a bar', () => {
  const line = renderBar({ ...half, totalVaults: undefined }, { columns: 80, partMs: 0 });
  expect(line).toBe('2,500 vaults  3 failed  17,479 tokens  50.0/s  50 s so far');
});

test.each([1, 20, 60, 70, 80, 300])('a bar never reaches the last of %i columns', (columns) => {
  for (const vaults of [0, 1, 4_999, 5_000, 9_999]) {
    const line = renderBar({ ...half, vaults }, { columns, partMs: 0 });
    expect(line.length).toBeLessThan(columns);
    expect(line.match(/█/g)?.length ?? 0).toBeLessThanOrEqual(30);
  }
});

test('vaults made during the run leave the share at 100 and no time left', () => {
  const line = renderBar({ ...half, vaults: 5_001 }, { columns: 100, partMs: 0 });
  expect(line).toContain('100 %  5,001/5,000 vaults');
  expect(line).toMatch(/ 0 s left$/);
});

test.each([
  [0, 100],
  [5_000, 100],
  [5_001, 101],
  [100_000, 2_000],
  [99_999_999, 200_000],
])('of %i vaults a call takes %i', (total, size) => {
  expect(partSize(total)).toBe(size);
});

test('numbers stand one below the other by their points', () => {
  expect(alignDecimals(['1250.50', '7', '0.0000001'])).toEqual([
    '1250.50     ',
    '   7        ',
    '   0.0000001',
  ]);
  expect(alignDecimals([])).toEqual([]);
});

test('durations and ages are read at a glance', () => {
  expect([47_400, 398_000, 7_500_000].map(formatDuration)).toEqual(['47 s', '6 m 38 s', '2 h 5 m']);
  const nowMs = Date.parse('2026-01-10T00:00:00Z');
  const ago = (seconds: number) =>
    formatAge(new Date(nowMs - seconds * 1_000).toISOString(), nowMs);
  expect([-5, 59, 60, 3_600, 172_799, 172_800].map(ago)).toEqual([
    '0 s',
    '59 s',
    '1 m',
    '1 h',
    '47 h',
    '2 d',
  ]);
});

test('a shortened address keeps both ends', () => {
  expect(shorten(`CABCDE${'X'.repeat(44)}UVWXYZ`)).toBe('CABCDE…UVWXYZ');
  expect(shorten('short')).toBe('short');
});
