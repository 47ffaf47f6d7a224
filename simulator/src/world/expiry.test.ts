import { expect, test } from 'vitest';
import { quarterExpiry } from './expiry.ts';

const expiryFrom = (day: string) => new Date(quarterExpiry(Date.parse(day))).toISOString();

test('a future ends on the last Friday of a quarter, a month away at least', () => {
  expect(expiryFrom('2026-01-01')).toBe('2026-03-27T08:00:00.000Z');
  expect(expiryFrom('2026-02-25T08:00:00Z')).toBe('2026-03-27T08:00:00.000Z');
  expect(expiryFrom('2026-02-25T08:00:01Z')).toBe('2026-06-26T08:00:00.000Z');
  expect(expiryFrom('2026-11-22')).toBe('2026-12-25T08:00:00.000Z');
  expect(expiryFrom('2026-12-01')).toBe('2027-03-26T08:00:00.000Z');
});
