import { expect, it } from 'vitest';
import { accountsOn, actor, newAccount } from '../../../test/support/accounts/fixture.ts';
import { eachDatabase } from '../../../test/support/databases/databases.ts';
import { StaleEpochError } from '../../store/types.ts';

eachDatabase('a halt asked of a process whose engine another has taken', (database) => {
  it.each([true, false])('is refused where it was halted before: %s', async (isHalted) => {
    const store = await database.open();
    await store.own();
    const { accounts } = accountsOn(store);
    await accounts.create(newAccount(), actor);
    if (isHalted) await accounts.halt(['desk'], actor);
    const other = await database.open();
    await other.db.updateTable('engine').set({ epoch: 7 }).execute();
    await expect(accounts.halt(['desk'], actor)).rejects.toBeInstanceOf(StaleEpochError);
  });
});
