import { expect, test } from 'vitest';
import { countLine } from './testCount.ts';

const file = (status: string, ...tests: readonly string[]) => ({
  status,
  assertionResults: tests.map((one) => ({ status: one })),
});

test('counts the tests of all reports, skipped ones on neither side', () => {
  const first = { testResults: [file('passed', 'passed', 'skipped'), file('failed', 'failed')] };
  const second = { testResults: [file('passed', 'passed', 'passed', 'todo')] };
  expect(countLine([first, second])).toBe('3 passed, 1 failed');
});

test('counts a file that could not be loaded as a failure', () => {
  expect(countLine([{ testResults: [file('failed'), file('failed', 'passed')] }])).toBe(
    '1 passed, 2 failed',
  );
  expect(countLine([])).toBe('0 passed, 0 failed');
});
