import { expect, it } from 'vitest';
import { accountsOn, actor, liveAccount } from '../../../test/support/accounts/fixture.ts';
import { databasePerTest } from '../../../test/support/databases/databases.ts';
import { createExecutionBench, moveOnUntil } from '../../../test/support/execution/fixture.ts';

const database = databasePerTest('sqlite');

it('opens every account that can trade when it starts, so that nothing of it is missed', async () => {
  const store = await database.open();
  const { accounts } = accountsOn(store);
  await accounts.create(liveAccount({ id: 'live' }), actor);
  await accounts.create(liveAccount({ id: 'refused' }), actor);
  await accounts.create(liveAccount({ id: 'another' }), actor);
  const opened: string[] = [];
  const bench = await createExecutionBench(store, {
    connectorOf({ id }) {
      if (id === 'refused') return { refusal: 'not here' };
      return {
        open() {
          opened.push(id);
          return bench.venue;
        },
      };
    },
  });
  bench.execution.start();
  for (let turn = 0; turn < 100 && opened.length < 2; turn += 1) await bench.clock.advance(0);
  expect(opened.sort()).toEqual(['another', 'live']);
  await moveOnUntil(bench.clock, bench.execution.stop());
});
