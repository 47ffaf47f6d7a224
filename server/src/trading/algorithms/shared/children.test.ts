import { expect, it } from 'vitest';
import type { AccountId } from '../../model/account.ts';
import type { ChildView } from '../algorithm.ts';
import { hasOtherRefusal } from './children.ts';

const refused = (refusedCode: string | undefined): ChildView => ({
  number: 1,
  group: 1,
  purpose: 'slice',
  accountId: 'desk' as AccountId,
  quantity: 1,
  price: 100,
  timeInForce: 'GTC',
  isOver: true,
  isCancelling: false,
  filled: 0,
  refusedCode,
  placedAtMs: 0,
  leg: 0,
  isClosing: false,
});

it('takes neither a crossing post-only order nor one that a crash kept back for a refusal', () => {
  const passing = [undefined, 'POST_ONLY_WOULD_TAKE', 'NOT_SENT'].map(refused);
  expect(hasOtherRefusal(passing)).toBe(false);
  expect(hasOtherRefusal([...passing, refused('INSUFFICIENT_BALANCE')])).toBe(true);
});
