import { orderEndpoints } from '@windlass/contract';
import { expect, it } from 'vitest';
import { venueOf } from '../../../../test/support/accounts/fixture.ts';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { newIntent } from '../../../../test/support/orders/fixture.ts';
import { accountOf } from '../../../../test/support/paper/fixture.ts';
import { AppError, StoreError } from '../../../kit/errors.ts';
import { pendingOrder } from '../storedOrders.ts';
import type { Execution } from '../types.ts';
import { orderRoutes } from './orders.ts';

const account = accountOf(venueOf('okx'));
const body = {
  exchange_account_id: account.id,
  symbol: 'BTC/USDT',
  side: 'buy',
  order_type: 'market',
  quantity: 0.01,
};
const caller = {
  id: 'the key',
  name: 'desk',
  roles: ['trader' as const],
  paths: ['/**'],
  exchangeAccountIds: undefined,
  owner: 'main',
  expiresAtMs: undefined,
};

/** Creates the order routes on a database that fails from the named moment on. */
function openDoor(fails: 'before' | 'once sent') {
  let sent = 0;
  const submit: Execution['submit'] = async () => {
    sent += 1;
    return { ...pendingOrder(newIntent('one')), accountId: account.id, status: 'closed' };
  };
  const execution = { submit } satisfies Partial<Execution> as Execution;
  const accounts = {
    async find() {
      if (fails === 'before' || sent > 0) throw new StoreError('the connection broke');
      return account;
    },
    list: async () => [account],
  };
  const routes = orderRoutes({ execution, accounts, clock: createManualClock() });
  const submission = routes.find(({ endpoint }) => endpoint === orderEndpoints.submitOrder);
  const context = { caller, requestId: 'r', signal: new AbortController().signal };
  return {
    sent: () => sent,
    send: async () => submission?.handle({ params: {}, query: {}, body }, context),
  };
}

it('answers an order that was sent, whatever becomes of the database after it', async () => {
  const door = openDoor('once sent');
  expect(await door.send()).toMatchObject({
    body: { data: { exchange: 'okx', order_status: 'closed' } },
  });
});

it('says that nothing was sent where the database fails first', async () => {
  const door = openDoor('before');
  const refusal = await door.send().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: 'The database does not answer at the moment. Nothing was changed or sent.',
  });
  expect(door.sent()).toBe(0);
});
