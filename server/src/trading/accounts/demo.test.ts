import { expect, it } from 'vitest';
import { accountsOn, actor, auditOf, newAccount } from '../../../test/support/accounts/fixture.ts';
import { eachDatabase } from '../../../test/support/databases/databases.ts';
import { createDemoAccounts } from './demo.ts';

const paperIds = ['binance', 'bybit', 'gateio', 'hyperliquid', 'kraken', 'okx'].map(
  (venue) => `paper-${venue}`,
);

eachDatabase('the demo accounts', (database) => {
  /** Reads the ids as a newly started process does, which has read nothing before. */
  const idsOf = async ({ store }: ReturnType<typeof accountsOn>) =>
    (await accountsOn(store).accounts.list()).map(({ id }) => id);

  it('fill an empty database once, and never again', async () => {
    const house = accountsOn(await database.open());
    await createDemoAccounts(house);
    await createDemoAccounts(house);
    expect(await idsOf(house)).toEqual(paperIds);
    for (const account of await house.accounts.list()) {
      expect(account).toMatchObject({
        mode: 'paper',
        portfolioId: 'paper',
        dailyLimitMicroUsd: 10_000_000_000_000,
        hasCredentials: false,
        halted: false,
      });
    }
    expect(await house.portfolios.list()).toHaveLength(1);
    expect(await auditOf(house.store)).toHaveLength(7);
    for (const id of paperIds) await house.accounts.remove(id, actor);
    await createDemoAccounts(house);
    expect(await idsOf(house)).toEqual([]);
  });

  it('leave a database alone that has accounts or portfolios of its own', async () => {
    const house = accountsOn(await database.open());
    await house.accounts.create(newAccount(), actor);
    await createDemoAccounts(house);
    await house.accounts.remove('desk', actor);
    await createDemoAccounts(house);
    expect(await idsOf(house)).toEqual([]);
  });

  it('are made all together or not at all', async () => {
    const house = accountsOn(await database.open());
    const failing = { now: () => Number.NaN };
    const broken = createDemoAccounts({ ...house, clock: { ...house.clock, ...failing } });
    await expect(broken).rejects.toThrow();
    expect([await idsOf(house), await house.portfolios.list()]).toEqual([[], []]);
    await createDemoAccounts(house);
    expect(await idsOf(house)).toEqual(paperIds);
  });
});
