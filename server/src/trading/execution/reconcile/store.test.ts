import { expect, it } from 'vitest';
import { eachDatabase } from '../../../../test/support/databases/databases.ts';
import { accountId, addAccounts, btc } from '../../../../test/support/orders/fixture.ts';
import { StaleEpochError } from '../../../store/types.ts';
import { createReconciliationStore, differencesMax } from './store.ts';
import type { Difference } from './types.ts';

eachDatabase('stored differences', (database) => {
  const open = async () => {
    const store = await database.open();
    await addAccounts(store, accountId);
    const { epoch } = await store.own();
    return { store, epoch, kept: createReconciliationStore(store, epoch) };
  };
  const difference = (count: number, resolvedMs?: number): Difference => ({
    id: String(count).padStart(6, '0'),
    accountId: accountId,
    kind: 'foreign_order',
    identity: `o-${count}`,
    firstSeenMs: count,
    lastSeenMs: count,
    resolvedMs,
    marketType: 'spot',
    symbol: btc,
    reason: 'by hand',
    orderId: undefined,
    asset: undefined,
    expected: undefined,
    found: undefined,
  });
  const all = { accountIds: [accountId], page: 0, size: 2_000 };

  it('are bounded: resolved ones go first, then the oldest', async () => {
    const { kept } = await open();
    const still = [difference(0), difference(1)];
    await kept.save(accountId, undefined, { differences: still, atMs: 1 });
    const over = Array.from({ length: differencesMax }, (_, i) => difference(i + 2, i + 2));
    await kept.save(accountId, undefined, { differences: over.slice(0, 700), atMs: 2 });
    await kept.save(accountId, undefined, { differences: over.slice(700), atMs: 3 });
    const { total, differences } = await kept.list(all);
    expect(total).toBe(differencesMax);
    expect(differences.slice(-3).map(({ id }) => id)).toEqual(['000004', '000001', '000000']);
    expect((await kept.list({ ...all, isResolved: false })).differences).toEqual(still.reverse());
  });

  it('that last stay when one that is over comes on top of them', async () => {
    const { kept } = await open();
    const lasting = Array.from({ length: differencesMax }, (_, i) => difference(i));
    await kept.save(accountId, undefined, { differences: lasting, atMs: 1 });
    const over = difference(differencesMax, differencesMax);
    await kept.save(accountId, undefined, { differences: [over], atMs: 2 });
    const { total } = await kept.list({ ...all, isResolved: false });
    expect(total).toBe(differencesMax);
    expect((await kept.list(all)).total).toBe(differencesMax);
  });

  it('are refused from an old owner, and go with their account', async () => {
    const { store, epoch, kept } = await open();
    const old = createReconciliationStore(store, epoch - 1);
    const written = { differences: [difference(1)], atMs: 1 };
    await expect(old.save(accountId, undefined, written)).rejects.toBeInstanceOf(StaleEpochError);
    expect((await kept.list(all)).total).toBe(0);
    await kept.save(accountId, undefined, written);
    await store.db.deleteFrom('exchange_accounts').where('id', '=', accountId).execute();
    expect((await kept.list(all)).total).toBe(0);
  });
});
