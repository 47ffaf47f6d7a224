import { expect, test } from 'vitest';
import { createGapWindow } from './gapWindow.ts';

test('counts gaps of the last five minutes only', () => {
  const gaps = createGapWindow();
  expect(gaps.count(0)).toBe(0);
  gaps.add(1_000);
  gaps.add(61_000);
  expect(gaps.count(61_000)).toBe(2);
  expect(gaps.count(300_999)).toBe(2);
  expect(gaps.count(301_000)).toBe(1);
  expect(gaps.count(361_000)).toBe(0);
  gaps.add(400_000);
  expect(gaps.count(400_000)).toBe(1);
});

test('stays bounded under a storm, keeping the newest', () => {
  const gaps = createGapWindow();
  for (let i = 0; i < 5_000; i += 1) gaps.add(i);
  expect(gaps.count(5_000)).toBe(600);
  expect(gaps.count(300_000 + 4_399)).toBe(600);
  expect(gaps.count(300_000 + 4_400)).toBe(599);
});
