import { describe, expect, it } from 'vitest';
import {
  blockedSessions,
  databasePerTest,
  waitUntilBlocked,
} from '../../../test/support/databases/databases.ts';

describe('the PostgreSQL writer', () => {
  const database = databasePerTest('postgres');

  it('holds back a later save of a state until the earlier one is done', async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    await store.write.saveState(epoch, 'market', 'v0');
    // 1. Somebody holds the state's row, so the first save has to wait on the server.
    const held = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const others = store.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('engine_state').set({ value: 'theirs' }).execute();
      held.resolve();
      await gate.promise;
    });
    await held.promise;
    const saves = [store.write.saveState(epoch, 'market', 'v1')];
    await waitUntilBlocked(store.db);
    // 2. The second does not even reach the server: fifty round trips pass it by.
    saves.push(store.write.saveState(epoch, 'market', 'v2'));
    for (let i = 0; i < 50; i += 1) expect(await blockedSessions(store.db)).toBe(1);
    // 3. Another state is not held back.
    await store.write.saveState(epoch, 'other', 'v1');
    gate.resolve();
    await Promise.all([others, ...saves]);
    const states = store.db.selectFrom('engine_state').select('value').orderBy('name');
    expect(await states.execute()).toEqual([{ value: 'v2' }, { value: 'v1' }]);
  });
});
