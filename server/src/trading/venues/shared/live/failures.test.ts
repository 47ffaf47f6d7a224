import { describe, expect, it } from 'vitest';
import { RateLimitedError } from '../limits/rateLimitedError.ts';
import { DialectRefusal, type ErrorMeaning, failureOf } from './failures.ts';
import { NoAnswerError, NotSentError } from './tradeHttp.ts';

const file = new URL('./src/base/errors.js', import.meta.resolve('ccxt'));
const errors: Readonly<Record<string, new (message: string) => Error>> = await import(file.href);

function thrown(name: string, message = 'said'): Error {
  const Kind = errors[name];
  if (!Kind) throw new Error(`ccxt has no ${name}`);
  return new Kind(message);
}

describe('what an error of a call means', () => {
  it.each([
    ['InsufficientFunds', 'INSUFFICIENT_BALANCE'],
    ['InvalidOrder', 'OTHER'],
    ['DuplicateOrderId', 'DUPLICATE'],
    ['OrderImmediatelyFillable', 'WOULD_TAKE'],
    ['OrderNotFillable', 'CANNOT_FILL'],
    ['AuthenticationError', 'OTHER'],
    ['PermissionDenied', 'OTHER'],
    ['AccountSuspended', 'OTHER'],
    ['BadRequest', 'OTHER'],
    ['BadSymbol', 'OTHER'],
    ['NotSupported', 'OTHER'],
    ['ArgumentsRequired', 'OTHER'],
    ['OperationRejected', 'OTHER'],
    ['MarginModeAlreadySet', 'OTHER'],
  ])('%s is a refusal, %s', (name, code) => {
    expect(failureOf(thrown(name), [])).toMatchObject({ kind: 'refused', code });
  });

  it.each(['RateLimitExceeded', 'DDoSProtection', 'InvalidNonce'])('%s took nothing', (name) => {
    expect(failureOf(thrown(name), []).kind).toBe('limited');
  });

  it('OrderNotFound is told from the invalid orders it is a kind of', () => {
    expect(failureOf(thrown('OrderNotFound'), []).kind).toBe('notFound');
  });

  it.each([
    'ExchangeError',
    'NetworkError',
    'RequestTimeout',
    'ExchangeNotAvailable',
    'OnMaintenance',
    'OperationFailed',
    'BadResponse',
    'NullResponse',
    'BaseError',
  ])('%s leaves it open', (name) => {
    expect(failureOf(thrown(name), []).kind).toBe('unknown');
  });

  it.each([
    [new NotSentError('no way'), 'notSent'],
    [new NoAnswerError('no answer'), 'unknown'],
    [new TypeError('x is undefined'), 'unknown'],
    ['a text', 'unknown'],
    [undefined, 'unknown'],
  ])('%s is %s', (error, kind) => {
    expect(failureOf(error, []).kind).toBe(kind);
  });

  it('believes the venue’s own words before the class', () => {
    const words: readonly ErrorMeaning[] = [
      { pattern: /"code":-7\b/, means: 'WOULD_TAKE', message: 'It would take.' },
      { pattern: /busy/, means: 'unknown' },
    ];
    expect(failureOf(thrown('BadRequest', 'v {"code":-7}'), words)).toEqual({
      kind: 'refused',
      code: 'WOULD_TAKE',
      message: 'It would take.',
    });
    expect(failureOf(thrown('InsufficientFunds', 'busy'), words).kind).toBe('unknown');
    expect(failureOf(thrown('BadRequest', '{"code":-77}'), words)).toMatchObject({ code: 'OTHER' });
  });

  it('says of what was kept back for the limits that it was not sent, and how long to wait', () => {
    const error = new RateLimitedError({
      call: { kind: 'order', purpose: 'order' },
      reason: 'late',
      waitMs: 1_700,
    });
    expect(failureOf(error, [])).toEqual({
      kind: 'notSent',
      message: expect.stringMatching(/This order was not sent\. Try again in 2 s\.$/),
    });
  });

  it('takes what a dialect refuses for a refusal, in its own words', () => {
    const words: readonly ErrorMeaning[] = [{ pattern: /pair/, means: 'unknown' }];
    expect(failureOf(new DialectRefusal('There is no pair here.'), words)).toEqual({
      kind: 'refused',
      code: 'OTHER',
      message: 'There is no pair here.',
    });
  });

  it('tells no secret, and not too much', () => {
    const text = 'binance GET https://api.example/v3/x?apiKey=AA&signature=BB 400 sign=CC {"a":1}';
    const { message } = failureOf(thrown('BadRequest', text), []);
    expect(message).toBe('binance GET https://api.example/v3/x 400 sign=… {"a":1}');
    expect(failureOf(thrown('BadRequest', 'x'.repeat(5_000)), []).message.length).toBe(301);
  });
});
