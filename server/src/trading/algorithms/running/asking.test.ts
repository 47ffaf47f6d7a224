import { expect, test } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { AppError } from '../../../kit/errors.ts';
import { createSlots } from '../../../kit/slots.ts';
import type { OrderView } from '../../execution/types.ts';
import { askExchange } from './asking.ts';

function asked(answer: () => Promise<OrderView>) {
  const clock = createManualClock();
  const leaving = new AbortController();
  let calls = 0;
  const order = () => {
    calls += 1;
    return answer();
  };
  const deps = { execution: { order }, asking: createSlots(1), clock };
  let refusal: unknown;
  const over = askExchange(deps, { accountId: 'desk', name: 'one' }, leaving.signal).catch(
    (error: unknown) => {
      refusal = error;
      return undefined;
    },
  );
  return { clock, leaving, over, calls: () => calls, refusal: () => refusal };
}

test.each([
  ['an exchange', 'NETWORK_ERROR'],
  ['the database of a paper account', 'STORE_UNAVAILABLE'],
] as const)('%s that answers nothing is asked for a minute', async (_, code) => {
  const { clock, calls, refusal } = asked(() => Promise.reject(new AppError(code)));
  await clock.advance(54_000);
  expect(refusal()).toBeUndefined();
  await clock.advance(6_000);
  expect(refusal()).toMatchObject({ code });
  // After 0.5, 1, 2 and 4 s, and then every 5 s.
  expect([calls(), clock.pending()]).toEqual([15, 0]);
});

test('an exchange that says why not is asked once', async () => {
  const { clock, calls, refusal } = asked(() => Promise.reject(new AppError('ORDER_NOT_FOUND')));
  await clock.advance(0);
  expect([calls(), clock.pending()]).toEqual([1, 0]);
  expect(refusal()).toMatchObject({ code: 'ORDER_NOT_FOUND' });
});

test('nobody is asked any more once the service is left', async () => {
  const { clock, leaving, over, calls } = asked(() =>
    Promise.reject(new AppError('NETWORK_ERROR')),
  );
  await clock.advance(600);
  leaving.abort(new AppError('SHUTTING_DOWN'));
  await over;
  expect([calls(), clock.pending()]).toEqual([2, 0]);
});
