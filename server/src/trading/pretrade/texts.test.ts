import { expect, test } from 'vitest';
import { durationText, percentText, sizeText } from './texts.ts';

test.each([
  [0, 'under 1 second'],
  [1, 'under 1 second'],
  [1.4, 'about 1 second'],
  [59.4, 'about 59 seconds'],
  [59.6, 'about 1 minute'],
  [180, 'about 3 minutes'],
  [59.6 * 60, 'about 1 hour'],
  [7_300, 'about 2 hours'],
  [47.4 * 3_600, 'about 47 hours'],
  [47.6 * 3_600, 'about 2 days'],
  [400 * 86_400, 'about 400 days'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

test.each([
  [0.01, 'under 0.1 %'],
  [0.05, '0.1 %'],
  [0.4, '0.4 %'],
  [9.94, '9.9 %'],
  [9.96, '10 %'],
  [12.3, '12 %'],
])('%d percent are %s', (pct, text) => {
  expect(percentText(pct)).toBe(text);
});

test('the size of an order is told against volume and depth', () => {
  expect(sizeText(0.4, 12)).toBe('0.4 % of the daily volume, 12 % of the depth within 20 levels');
  expect(sizeText(undefined, 12)).toBe(
    'daily volume not known, 12 % of the depth within 20 levels',
  );
});
