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
    const bench = accountsOn(await database.open());
    await createDemoAccounts(bench);
    await createDemoAccounts(bench);
    expect(await idsOf(bench)).toEqual(paperIds);
    for (const account of await bench.accounts.list()) {
      expect(account).toMatchObject({
        mode: 'paper',
        portfolioId: 'paper',
        dailyLimitMicroUsd: 10_000_000_000_000,
        hasCredentials: false,
        halted: false,
      });
    }
    expect(await bench.portfolios.list()).toHaveLength(1);
    expect(await auditOf(bench.store)).toHaveLength(7);
    for (const id of paperIds) await bench.accounts.remove(id, actor);
    await createDemoAccounts(bench);
    expect(await idsOf(bench)).toEqual([]);
  });

  it('leave a database alone that has accounts or portfolios of its own', async () => {
    const bench = accountsOn(await database.open());
    await bench.accounts.create(newAccount(), actor);
    await createDemoAccounts(bench);
    await bench.accounts.remove('desk', actor);
    await createDemoAccounts(bench);
    expect(await idsOf(bench)).toEqual([]);
  });

  it('are made all together or not at all', async () => {
    const bench = accountsOn(await database.open());
    const failing = { now: () => Number.NaN };
    const broken = createDemoAccounts({ ...bench, clock: { ...bench.clock, ...failing } });
    await expect(broken).rejects.toThrow();
    expect([await idsOf(bench), await bench.portfolios.list()]).toEqual([[], []]);
    await createDemoAccounts(bench);
    expect(await idsOf(bench)).toEqual(paperIds);
  });
});
