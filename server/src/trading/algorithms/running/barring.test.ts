import { describe, expect, test } from 'vitest';
import { childOf, recordOf, runOf } from '../../../../test/support/algorithms/records.ts';
import { testAccount, testBook } from '../../../../test/support/algorithms/view.ts';
import type { AccountId } from '../../model/account.ts';
import type { AlgorithmRecord, ChildRecord } from '../types.ts';
import { toAccountView, toAccountViews } from './accountView.ts';
import { judgeAccount, newTroubles } from './barring.ts';
import { createImage } from './draft.ts';

const sent = childOf('parent', 1);
const refused = (refusedCode: string): ChildRecord => ({
  ...sent,
  stage: 'over',
  refusedCode,
  reason: 'why',
});
const open: ChildRecord = { ...sent, stage: 'live', orderStatus: 'open' };

function draftOf(barred: Parameters<typeof runOf>[0] = {}) {
  return createImage(recordOf('parent', { run: runOf(barred) }), [sent]).draft(0);
}

describe('an account that refuses', () => {
  test('is left alone longer each time in a row, up to five minutes', () => {
    const draft = draftOf();
    const pausesMs = Array.from({ length: 8 }, () => {
      judgeAccount(draft, { before: sent, after: refused('EXCHANGE_ERROR') }, 1_000);
      return (draft.record().run.barred[0]?.untilMs ?? 0) - 1_000;
    });
    expect(pausesMs).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
    expect(draft.record().run.barred).toHaveLength(1);
  });

  test.each([
    'UNAUTHORIZED',
    'FORBIDDEN',
    'ACCOUNT_NOT_FOUND',
    'NOT_SUPPORTED',
    'SYMBOL_NOT_FOUND',
  ])('with %s is left alone until a person resumes', (code) => {
    const draft = draftOf();
    judgeAccount(draft, { before: sent, after: refused(code) }, 0);
    expect(draft.record().run.barred).toMatchObject([{ untilMs: null, reason: 'why' }]);
  });

  test.each(['POST_ONLY_WOULD_TAKE', 'BELOW_MINIMUM_ORDER', 'NOT_SENT'])(
    'an order alone, with %s, is used on',
    (code) => {
      const draft = draftOf();
      judgeAccount(draft, { before: sent, after: refused(code) }, 0);
      expect(draft.record().run.barred).toEqual([]);
    },
  );

  test('is left alone for orders that were lost only when that is repeated', () => {
    const draft = draftOf();
    const pausesMs = Array.from({ length: 3 }, () => {
      judgeAccount(draft, { before: sent, after: refused('NETWORK_ERROR') }, 1_000);
      return (draft.record().run.barred[0]?.untilMs ?? 0) - 1_000;
    });
    expect(pausesMs).toEqual([0, 5_000, 10_000]);
  });

  test('is not left alone longer because the same word comes again', () => {
    const draft = draftOf();
    const after = refused('EXCHANGE_ERROR');
    judgeAccount(draft, { before: sent, after }, 0);
    judgeAccount(draft, { before: after, after }, 4_000);
    expect(draft.record().run.barred).toMatchObject([{ untilMs: 5_000, times: 1 }]);
  });
});

const passes = { alone: undefined, amongOthers: 'why' };
const bars = { alone: 'why', amongOthers: 'why' };
const none = { alone: undefined, amongOthers: undefined };

test.each([
  ['POST_ONLY_WOULD_TAKE', none],
  ['BELOW_MINIMUM_ORDER', none],
  ['NOT_SENT', none],
  ['RATE_LIMITED', passes],
  ['INSUFFICIENT_BALANCE', passes],
  ['INSUFFICIENT_MARGIN', passes],
  ['DAILY_LIMIT_EXCEEDED', passes],
  ['TOO_MANY_OPEN_ORDERS', passes],
  ['MAX_ORDER_EXCEEDED', passes],
  ['DEV_MODE_LIMIT_EXCEEDED', passes],
  ['PRICE_COLLAR_EXCEEDED', passes],
  ['BOOK_NOT_FOUND', passes],
  ['MARKETS_UNAVAILABLE', passes],
  ['PRICES_UNAVAILABLE', passes],
  ['STORE_UNAVAILABLE', passes],
  ['ACCOUNT_HALTED', passes],
  ['EXCHANGE_ERROR', passes],
  ['INTERNAL_ERROR', passes],
  // One lost order says nothing about the account unless it happens again.
  ['NETWORK_ERROR', none],
  ['UNAUTHORIZED', bars],
  ['FORBIDDEN', bars],
  ['ACCOUNT_NOT_FOUND', bars],
  ['NOT_SUPPORTED', bars],
  ['SYMBOL_NOT_FOUND', bars],
])('a refusal with %s keeps an account from an algorithm of its own pace: %o', (code, expected) => {
  const draft = draftOf();
  judgeAccount(draft, { before: sent, after: refused(code) }, 0);
  const book = testBook(100, 101);
  const rules = testAccount().rules;
  const market = { rules: () => rules, book: () => book };
  const seen = { nowMs: 1, market, leg: 0, isHalted: () => false } as const;
  const venue = 'okx' as const;
  const own = { id: sent.accountId, venue };
  const record: AlgorithmRecord = { ...draft.record(), type: 'twap' };
  const [alone] = toAccountViews([own], record, seen);
  const [amongOthers] = toAccountViews([own, { id: 'other' as AccountId, venue }], record, seen);
  expect({ alone: alone?.barred, amongOthers: amongOthers?.barred }).toEqual(expected);
  const [unpaced] = toAccountViews([own], { ...record, type: 'ladder' }, seen);
  expect(unpaced?.barred).toBe(expected.amongOthers);
});

describe('the reason of an algorithm that runs', () => {
  const reasonAfter = (code: string, status: AlgorithmRecord['status'] = 'RUNNING') => {
    const draft = createImage(recordOf('parent', { status }), [sent]).draft(0);
    judgeAccount(draft, { before: sent, after: refused(code) }, 0);
    return draft;
  };

  test('is what refused it, until an order is taken again', () => {
    const draft = reasonAfter('INSUFFICIENT_BALANCE');
    expect(draft.record().reason).toBe(`${sent.accountId}: why`);
    judgeAccount(draft, { before: sent, after: open }, 0);
    expect(draft.record().reason).toBeUndefined();
  });

  test('is none for an order that nobody refused', () => {
    expect(reasonAfter('NOT_SENT').record().reason).toBeUndefined();
  });

  test('is left as it is in any other status', () => {
    expect(reasonAfter('RATE_LIMITED', 'PAUSED').record().reason).toBeUndefined();
  });
});

describe('an account that refuses what opens for want of room or of means', () => {
  const closing = { ...sent, isClosing: true };
  const barsOf = (draft: ReturnType<typeof draftOf>) => {
    const { accountId: id } = sent;
    const account = { id, venue: 'okx' as const };
    const market = { rules: () => undefined, book: () => undefined };
    const isHalted = () => false;
    const view = toAccountView(account, draft.record(), { nowMs: 0, market, leg: 0, isHalted });
    return [view.barred, view.closingBarred];
  };

  test.each([
    ['DAILY_LIMIT_EXCEEDED', undefined],
    ['TOO_MANY_OPEN_ORDERS', undefined],
    ['MAX_ORDER_EXCEEDED', undefined],
    ['DEV_MODE_LIMIT_EXCEEDED', undefined],
    ['INSUFFICIENT_BALANCE', undefined],
    ['INSUFFICIENT_MARGIN', undefined],
    ['EXCHANGE_ERROR', 'why'],
    ['FORBIDDEN', 'why'],
  ])('with %s is asked for what gives back: %s', (code, closingBarred) => {
    const draft = draftOf();
    judgeAccount(draft, { before: sent, after: refused(code) }, 0);
    expect(barsOf(draft)).toEqual(['why', closingBarred]);
  });

  test('is left alone wholly once it refuses what gives back as well', () => {
    const draft = draftOf();
    const code = 'INSUFFICIENT_BALANCE';
    judgeAccount(draft, { before: sent, after: refused(code) }, 0);
    judgeAccount(draft, { before: closing, after: { ...refused(code), isClosing: true } }, 0);
    expect(barsOf(draft)).toEqual(['why', 'why']);
    expect(draft.record().run.barred.map(({ times }) => times)).toEqual([1, 1]);
  });

  test('is opened on again when it takes what opens, not when it takes what gives back', () => {
    const draft = draftOf();
    judgeAccount(draft, { before: sent, after: refused('DAILY_LIMIT_EXCEEDED') }, 0);
    judgeAccount(draft, { before: closing, after: { ...open, isClosing: true } }, 0);
    expect(barsOf(draft)).toEqual(['why', undefined]);
    judgeAccount(draft, { before: sent, after: open }, 0);
    expect(barsOf(draft)).toEqual([undefined, undefined]);
  });
});

describe('an account that is left alone', () => {
  const bar = {
    accountId: sent.accountId,
    leg: 0,
    opensOnly: false,
    reason: 'why',
    untilMs: 5_000,
    times: 1,
  } as const;

  test.each(['open', 'closed', 'canceled', 'expired'] as const)(
    'is used again once it takes an order, as when it is %s',
    (orderStatus) => {
      const draft = draftOf({ barred: [bar] });
      judgeAccount(draft, { before: sent, after: { ...open, orderStatus } }, 0);
      expect(draft.record().run.barred).toEqual([]);
    },
  );

  test.each(['pending', 'unknown'] as const)('is not used for an order that is %s', (status) => {
    const draft = draftOf({ barred: [bar] });
    judgeAccount(draft, { before: sent, after: { ...open, orderStatus: status } }, 0);
    expect(draft.record().run.barred).toEqual([bar]);
  });

  test('is not used for news of an order that it took before', () => {
    const draft = draftOf({ barred: [bar] });
    judgeAccount(draft, { before: open, after: { ...open, filled: '0.5' } }, 0);
    expect(draft.record().run.barred).toEqual([bar]);
  });
});

describe('a person hears of an account', () => {
  const bar = (times: number, untilMs: number | null = 5_000) => {
    const { accountId } = sent;
    return { accountId, leg: 0 as const, opensOnly: false, reason: 'why', untilMs, times };
  };
  test.each([
    ['that needs a hand', [], [bar(1, null)], 1],
    ['that needs a hand, once', [bar(1, null)], [bar(2, null)], 0],
    ['that refused once or twice in a row: never', [bar(1)], [bar(2)], 0],
    ['that refused three times in a row', [bar(2)], [bar(3)], 1],
    ['that refused three times in a row, once', [bar(3)], [bar(4)], 0],
    ['that is used again: never', [bar(3)], [], 0],
  ])('%s', (_what, before, after, count) => {
    expect(newTroubles(before, after)).toHaveLength(count);
  });
});
