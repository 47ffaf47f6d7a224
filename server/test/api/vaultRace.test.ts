import { expect, it } from 'vitest';
import { AppError } from '../../src/kit/errors.ts';
import { createIds } from '../../src/kit/ids.ts';
import { createSeededRandom } from '../../src/kit/random.ts';
import { createVaultRegistry } from '../../src/vault/registry/registry.ts';
import { createTestApp } from '../support/app/testApp.ts';
import { databasePerTest, newDatabase } from '../support/databases/databases.ts';
import { createManualClock } from '../support/manualClock.ts';
import { accountOf, contractOf } from '../support/vault/ledgerApp.ts';

const database = databasePerTest('postgres');
const rounds = 20;

it('a second app waits for the database of the first, and has it after that', async () => {
  const env = { DATABASE_URL: await newDatabase(), WINDLASS_SERVICES: 'vault' };
  const first = await createTestApp(env);
  let isReady = false;
  const second = createTestApp(env).then((app) => {
    isReady = true;
    return app;
  });
  // While an answer crosses the network, the event loop runs turns in which a second app would
  // become ready.
  await first.call({ method: 'GET', url: '/health' });
  expect(isReady).toBe(false);
  await first.stop();
  await (await second).stop();
});

it('an address wanted by two at once over connections of their own goes to one', async () => {
  const clock = createManualClock();
  const open = async (name: string) => {
    const ids = createIds(createSeededRandom(name));
    return createVaultRegistry({ store: await database.open(), clock, ids });
  };
  const registries = [await open('first'), await open('second')];
  const actor = { id: 'system', name: 'test', requestId: undefined };
  for (let round = 0; round < rounds; round += 1) {
    const vault = {
      name: 'Wanted',
      owner: accountOf(1),
      address: contractOf(round),
      creationLedger: undefined,
      tradePermission: false,
      settings: {},
    };
    const outcomes = await Promise.allSettled(registries.map((one) => one.create(vault, actor)));
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toBeInstanceOf(AppError);
    expect(refusals[0]).toMatchObject({ code: 'VAULT_EXISTS', status: 409 });
  }
  const stats = await Promise.all(registries.map((one) => one.stats({})));
  expect(stats.map(({ vaults }) => vaults)).toEqual([rounds, rounds]);
});
