import { describe, expect, test } from 'vitest';
import { ApiError } from './errors.ts';
import { mayHaveHappened } from './outcome.ts';

const failure = (code: string, status: number | undefined, order_status?: string) =>
  new ApiError(code, 'why', { status, data: order_status && { order_status } });

describe('what failed', () => {
  test.each([
    ['no answer in time', failure('TIMEOUT', undefined)],
    ['no connection', failure('NETWORK_ERROR', undefined)],
    ['an exchange that did not answer', failure('NETWORK_ERROR', 500, 'unknown')],
    ['an order on its way', failure('CONFLICT', 409, 'pending')],
    ['an answer that is none', failure('BAD_ANSWER', 200)],
    ['an exchange of which that is all that is known', failure('EXCHANGE_ERROR', 500, 'unknown')],
    ['a gateway', failure('HTTP_ERROR', 502)],
    ['a gateway that waited too long', failure('HTTP_ERROR', 408)],
    ['a fault of the service', failure('INTERNAL_ERROR', 500)],
    ['a database that may have taken it', failure('STORE_UNAVAILABLE', 503)],
    ['a fault of the program', new TypeError('x is undefined')],
  ])('may have happened after %s', (_what, error) => {
    expect(mayHaveHappened(error)).toBe(true);
  });

  test.each([
    ['a refusal', failure('INSUFFICIENT_BALANCE', 400)],
    ['an account that is halted', failure('ACCOUNT_HALTED', 409)],
    ['too many requests', failure('RATE_LIMITED', 429)],
    ['the word of an exchange', failure('EXCHANGE_ERROR', 500)],
    ['an order that was filled before', failure('ORDER_NOT_OPEN', 409, 'filled')],
    ['a rejection of the exchange', failure('EXCHANGE_ERROR', 500, 'rejected')],
    ['proof that it was never sent', failure('NETWORK_ERROR', 500, 'rejected')],
    ['prices that are missing', failure('PRICES_UNAVAILABLE', 503)],
    ['a service that is leaving', failure('SHUTTING_DOWN', 503)],
  ])('has not happened after %s', (_what, error) => {
    expect(mayHaveHappened(error)).toBe(false);
  });
});
