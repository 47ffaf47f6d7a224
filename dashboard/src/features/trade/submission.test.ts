import { ApiError } from '@windlass/client';
import { describe, expect, test } from 'vitest';
import { isMissing, leavesOpen } from './submission.ts';

const refusal = (code: string, status: number | undefined, data?: unknown) =>
  new ApiError(code, 'why', { status, data });

describe('the outcome', () => {
  test.each([
    ['no answer in time', refusal('TIMEOUT', undefined)],
    ['no connection', refusal('NETWORK_ERROR', undefined)],
    ['no answer of the exchange', refusal('NETWORK_ERROR', 500, { order_status: 'unknown' })],
    ['an answer that is none', refusal('BAD_ANSWER', 200)],
    ['a gateway', refusal('HTTP_ERROR', 502)],
    ['a gateway that waited too long', refusal('HTTP_ERROR', 408)],
    ['a fault of the service', refusal('INTERNAL_ERROR', 500)],
    ['a fault of the page', new TypeError('x is undefined')],
  ])('is open after %s', (_what, error) => {
    expect(leavesOpen(error)).toBe(true);
  });

  test.each([
    ['a refusal', refusal('INSUFFICIENT_BALANCE', 400)],
    ['an account that is halted', refusal('ACCOUNT_HALTED', 409)],
    ['too many requests', refusal('RATE_LIMITED', 429)],
    ['a rejection of the exchange', refusal('EXCHANGE_ERROR', 500, { order_status: 'rejected' })],
    ['proof that it was never sent', refusal('NETWORK_ERROR', 500, { order_status: 'rejected' })],
    ['a database that takes nothing', refusal('STORE_UNAVAILABLE', 503)],
    ['a service that is leaving', refusal('SHUTTING_DOWN', 503)],
  ])('is clear after %s', (_what, error) => {
    expect(leavesOpen(error)).toBe(false);
  });
});

test('only the word of the service says that it has never heard of something', () => {
  expect(isMissing(refusal('ORDER_NOT_FOUND', 404))).toBe(true);
  expect(isMissing(refusal('PLAN_NOT_FOUND', 404))).toBe(true);
  expect(isMissing(refusal('HTTP_ERROR', 404))).toBe(false);
  expect(isMissing(new Error('ORDER_NOT_FOUND'))).toBe(false);
});
