import { expect, it } from 'vitest';
import { parseRetryAfter } from './retryAfter.ts';

const nowMs = Date.UTC(2026, 0, 5, 12);

it.each([
  ['7', 7_000],
  ['0', 0],
  ['Mon, 05 Jan 2026 12:00:30 GMT', 30_000],
  // A past date asks for no pause.
  ['Mon, 05 Jan 2026 11:00:00 GMT', 0],
])('reads %s as %d ms', (header, expected) => {
  expect(parseRetryAfter(header, nowMs)).toBe(expected);
});

it.each([undefined, '', 'soon', 7, ['7']])('knows no pause from %s', (header) => {
  expect(parseRetryAfter(header, nowMs)).toBeUndefined();
});
