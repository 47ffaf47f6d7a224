import { expect, test } from 'vitest';
import { midPrice, spreadBps } from './book.ts';

test('the mid lies halfway and the spread is a share of it', () => {
  expect(midPrice(99, 101)).toBe(100);
  expect(spreadBps(99, 101)).toBe(200);
  expect(spreadBps(101, 99)).toBe(-200);
});

test('a missing side leaves mid and spread unknown', () => {
  expect(midPrice(undefined, 101)).toBeUndefined();
  expect(midPrice(99, undefined)).toBeUndefined();
  expect(spreadBps(undefined, 101)).toBeUndefined();
  expect(spreadBps(99, undefined)).toBeUndefined();
});
