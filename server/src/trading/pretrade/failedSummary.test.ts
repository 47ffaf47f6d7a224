import { beforeEach, describe, expect, it, test } from 'vitest';
import { type CheckedBench, checkedBench } from '../../../test/support/pretrade/checks.ts';
import { marketDraft } from '../../../test/support/pretrade/fixture.ts';
import { AppError } from '../../kit/errors.ts';
import { failedSummary } from './failedSummary.ts';
import type { AnalysisDraft, Check, CheckName } from './types.ts';

const check = (name: CheckName, changes: Partial<Check> = {}): Check => ({
  name,
  passed: true,
  message: `about ${name}`,
  ...changes,
});

const summaryOf = (...checks: readonly Check[]) => failedSummary({ passed: false, checks });

test.each([
  ['balance', 'INSUFFICIENT_BALANCE', 'Make the order smaller, or fund the accounts.'],
  [
    'daily_limit',
    'DAILY_LIMIT_EXCEEDED',
    'Make the order smaller, or wait for the next day (UTC).',
  ],
  ['symbol', 'SYMBOL_NOT_FOUND', 'Choose a symbol that trades at an exchange of these accounts.'],
  ['order_size', 'BELOW_MINIMUM_ORDER', 'Change the quantity to one that the exchanges take.'],
] as const)('a failed check of %s is a critical %s', (name, code, recommendation) => {
  const others = (['balance', 'daily_limit', 'symbol', 'order_size'] as const)
    .filter((each) => each !== name)
    .map((each) => check(each));
  const summary = summaryOf(check(name, { passed: false }), ...others);
  expect(summary.warnings).toEqual([{ severity: 'critical', code, message: `about ${name}` }]);
  expect(summary.recommendation).toBe(recommendation);
});

test('nothing is estimated, and confidence is zero and Low', () => {
  expect(summaryOf(check('balance', { passed: false }))).toMatchObject({
    costBps: undefined,
    costUsd: undefined,
    primaryVenue: undefined,
    timeToFill: undefined,
    breakdown: [],
    confidence: 0,
    confidenceLabel: 'Low',
    confidenceFactors: ['The order did not pass validation, so nothing was estimated.'],
  });
});

test('checks that could not be made without a symbol raise no warning of their own', () => {
  const summary = summaryOf(
    check('balance', { passed: false }),
    check('daily_limit', { passed: false, details: { remaining_usd: 5 } }),
    check('symbol', { passed: false }),
    check('order_size', { passed: false }),
  );
  expect(summary.warnings.map(({ code }) => code)).toEqual([
    'DAILY_LIMIT_EXCEEDED',
    'SYMBOL_NOT_FOUND',
  ]);
  expect(summary.recommendation).toContain('Choose a symbol');
});

describe('what to do', () => {
  let bench: CheckedBench['bench'];
  beforeEach(() => {
    ({ bench } = checkedBench());
  });

  const advised = async (changes: Partial<AnalysisDraft> = {}) => {
    const { summary } = await bench.answer(bench.pretrade.analyze({ ...marketDraft, ...changes }));
    return [summary.warnings.map(({ code }) => code), summary.recommendation];
  };
  const limit = { type: 'limit', limitPrice: 106 } as const;

  it('about a price is another price, and no minimum is blamed', async () => {
    const advice = expect.stringContaining('Name another limit price');
    expect(await advised(limit)).toEqual([[], advice]);
    expect(await advised({ ...limit, side: 'sell', limitPrice: 94 })).toEqual([[], advice]);
    const fine = { ...limit, quantity: 1e6, limitPrice: 0.001 } as const;
    expect(await advised(fine)).toEqual([[], advice]);
  });

  it('about a minimum is another quantity', async () => {
    expect(await advised({ quantity: 0.05 })).toEqual([
      ['BELOW_MINIMUM_ORDER'],
      'Change the quantity to one that the exchanges take.',
    ]);
    bench.list('binance', 'BTC/USDT', { quantityMin: 2 });
    expect((await advised())[0]).toEqual(['BELOW_MINIMUM_ORDER']);
  });

  it('about halted accounts is to resume them', async () => {
    bench.halt('a');
    expect(await advised()).toEqual([
      ['INSUFFICIENT_BALANCE', 'DAILY_LIMIT_EXCEEDED'],
      'Resume an account, or name others.',
    ]);
  });

  it('about the bound of single orders is to split', async () => {
    bench.capUsd.set('a', 50);
    expect(await advised()).toEqual([
      ['DAILY_LIMIT_EXCEEDED'],
      expect.stringContaining('Split the order into several'),
    ]);
    bench.capUsd.clear();
    bench.remainingUsd.set('a', 50);
    expect((await advised())[1]).toContain('wait for the next day');
  });

  it('about a balance that cannot be read is to try again', async () => {
    bench.unreadable.set('a', new AppError('NETWORK_ERROR', { message: 'It is down.' }));
    expect(await advised()).toEqual([
      ['INSUFFICIENT_BALANCE'],
      'Try again: no balance could be read.',
    ]);
  });
});
