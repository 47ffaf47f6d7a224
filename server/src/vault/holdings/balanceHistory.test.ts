import { expect, it } from 'vitest';
import { eachDatabase } from '../../../test/support/databases/databases.ts';
import { insertVaults, tokenOf, vaultIdOf } from '../../../test/support/vault/fixtures.ts';
import type { Store } from '../../store/types.ts';
import { createBalanceHistory, type HistoryQuery } from './balanceHistory.ts';

const [xlm, usdc] = [tokenOf(0).contract, tokenOf(1).contract];
const everything = { vaultId: vaultIdOf(1), order: 'desc', offset: 0, limit: 100 } as const;

/**
 * Adds lines 0 to 11 of vault 1: two tokens in turn, two lines a moment, every third on testnet.
 */
async function fill(store: Store): Promise<void> {
  await insertVaults(store, [1, 2]);
  const line = (number: number, vault = 1) => ({
    vault_id: vaultIdOf(vault),
    network: number % 3 === 2 ? 'testnet' : 'mainnet',
    token: number % 2 === 0 ? xlm : usdc,
    amount: String(number),
    previous: number < 2 ? null : String(number - 2),
    ledger: 100 + number,
    at_ms: 1_000 + Math.floor(number / 2),
  });
  const lines = Array.from({ length: 12 }, (_, number) => line(number));
  await store.db
    .insertInto('balance_changes')
    .values([...lines, line(99, 2)])
    .execute();
}

eachDatabase('the history of balances', (database) => {
  const list = async (changes: Partial<HistoryQuery>) => {
    const store = await database.open();
    await fill(store);
    const { total, changes: found } = await createBalanceHistory(store).list({
      ...everything,
      ...changes,
    });
    return { total, amounts: found.map(({ amount }) => Number(amount)), found };
  };

  it('begins with the newest, and within a moment with what was written last', async () => {
    const { total, amounts, found } = await list({});
    expect(total).toBe(12);
    expect(amounts).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(found.at(-1)).toEqual({
      network: 'mainnet',
      token: xlm,
      amount: 0n,
      previous: undefined,
      ledger: 100,
      atMs: 1_000,
    });
    expect(found[0]?.previous).toBe(9n);
  });

  it('runs the other way when asked', async () => {
    expect((await list({ order: 'asc', limit: 3 })).amounts).toEqual([0, 1, 2]);
  });

  it('comes in pages', async () => {
    const { total, amounts } = await list({ offset: 10, limit: 5 });
    expect([total, amounts]).toEqual([12, [1, 0]]);
  });

  it('is empty beyond its end', async () => {
    expect(await list({ offset: 12 })).toMatchObject({ total: 12, amounts: [] });
  });

  it('is filtered by token', async () => {
    expect((await list({ token: usdc })).amounts).toEqual([11, 9, 7, 5, 3, 1]);
  });

  it('is filtered by token and network', async () => {
    const { total, amounts } = await list({ token: usdc, network: 'testnet' });
    expect([total, amounts]).toEqual([2, [11, 5]]);
  });

  it('takes what lies at or after a time and before another', async () => {
    expect((await list({ fromMs: 1_001, toMs: 1_003 })).amounts).toEqual([5, 4, 3, 2]);
  });
});
