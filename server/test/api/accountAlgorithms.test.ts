import { accountEndpoints } from '@windlass/contract';
import { afterEach, expect, it } from 'vitest';
import { createAlgorithmStore } from '../../src/trading/algorithms/store/algorithmStore.ts';
import { endedRecord, recordOf, saveOf } from '../support/algorithms/records.ts';
import { createTestApp, type TestApp } from '../support/app/testApp.ts';
import { openMemoryStore } from '../support/databases/memoryStore.ts';
import { accountId, startMs } from '../support/orders/fixture.ts';

let test: TestApp | undefined;
afterEach(() => test?.stop());

it('removeAccount is refused until the algorithms of the account have ended', async () => {
  const store = await openMemoryStore();
  const app = await createTestApp({ WINDLASS_DEMO: 'off' }, { openStore: async () => store });
  test = app;
  const body = { exchange_account_id: accountId, exchange: 'okx', mode: 'paper' };
  await app.call({ method: 'POST', url: accountEndpoints.createAccount.path, body });
  const { epoch } = await store.db.selectFrom('engine').select('epoch').executeTakeFirstOrThrow();
  const algorithms = createAlgorithmStore(store, { algorithmUnreadable: () => undefined });
  await algorithms.create(epoch, saveOf(recordOf('a-1')));

  const url = accountEndpoints.removeAccount.path.replace(':id', accountId);
  const remove = () => app.call({ method: 'DELETE', url });
  const refused = await remove();
  expect([refused.status, refused.json.data.error, refused.json.message]).toEqual([
    409,
    'CONFLICT',
    'The algorithm a-1 trades on the exchange account desk. Cancel it first.',
  ]);
  await algorithms.save(epoch, saveOf(endedRecord(recordOf('a-1'), 'CANCELLED', startMs)));
  expect((await remove()).status).toBe(200);
});
