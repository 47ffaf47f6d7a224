import { expect, it } from 'vitest';
import { eachDatabase, waitUntilBlocked } from '../../../test/support/databases/databases.ts';
import { insertVaults, tokenOf, vaultIdOf } from '../../../test/support/vault/fixtures.ts';
import { createIds } from '../../kit/ids.ts';
import { createSeededRandom } from '../../kit/random.ts';
import type { Store } from '../../store/types.ts';
import type { Network } from '../network.ts';
import { createBalanceHistory } from './balanceHistory.ts';
import { createHoldingStore } from './holdingStore.ts';
import type { HoldingReading } from './updateBalances.ts';

const [xlm, usdc] = [tokenOf(0).contract, tokenOf(1).contract];

interface ReadingFixture {
  readonly vault?: number;
  readonly network?: Network;
  readonly ledger?: number;
}

function readingOf(
  amounts: Readonly<Record<string, bigint>>,
  { vault = 1, network = 'mainnet', ledger = 100 }: ReadingFixture = {},
): HoldingReading {
  return { vaultId: vaultIdOf(vault), network, ledger, amounts: new Map(Object.entries(amounts)) };
}

function holdingsOn(store: Store) {
  const ids = createIds(createSeededRandom('holdings'));
  return {
    store,
    holdings: createHoldingStore({ store, ids }),
    history: createBalanceHistory(store),
  };
}

eachDatabase('holdings', (database) => {
  const open = async () => {
    const opened = holdingsOn(await database.open());
    await insertVaults(opened.store, [1, 2, 3]);
    return opened;
  };
  const changesOf = async ({ store }: { store: Store }) => {
    const rows = await store.db
      .selectFrom('balance_changes')
      .select(['vault_id', 'token', 'previous', 'amount', 'ledger', 'at_ms'])
      .orderBy('id')
      .execute();
    return rows.map(({ previous, amount }) => [previous, amount]);
  };
  const balances = async ({ holdings }: Awaited<ReturnType<typeof open>>, vault = 1) => {
    const found = await holdings.ofVault(vaultIdOf(vault));
    return found.map(({ network, token, amount, ledger, updatedAtMs }) => ({
      network,
      token,
      amount,
      ledger,
      updatedAtMs,
    }));
  };

  it('keep the latest balance and the id it was first stored under', async () => {
    const test = await open();
    await test.holdings.store([readingOf({ [xlm]: 2n ** 127n - 1n, [usdc]: 0n })], 1_000);
    const first = await test.holdings.ofVault(vaultIdOf(1));
    const outcomes = await test.holdings.store([readingOf({ [xlm]: 5n }, { ledger: 101 })], 2_000);
    expect(outcomes).toEqual([{ kind: 'stored', updated: 1, lastUpdatedMs: 2_000 }]);
    expect(await balances(test)).toEqual([
      { network: 'mainnet', token: xlm, amount: 5n, ledger: 101, updatedAtMs: 2_000 },
      { network: 'mainnet', token: usdc, amount: 0n, ledger: 100, updatedAtMs: 1_000 },
    ]);
    const second = await test.holdings.ofVault(vaultIdOf(1));
    expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(first[0]?.id).toMatch(/^[0-9a-f]{24}$/);
    expect(first[0]?.amount).toBe(2n ** 127n - 1n);
  });

  it('record a change when the balance is another one, and a first balance unless it is 0', async () => {
    const test = await open();
    const store = (amount: bigint, ledger: number) =>
      test.holdings.store([readingOf({ [xlm]: amount, [usdc]: 0n }, { ledger })], ledger);
    for (const [ledger, amount] of [7n, 7n, 0n, 9n].entries()) await store(amount, ledger);
    expect(await changesOf(test)).toEqual([
      [null, '7'],
      ['7', '0'],
      ['0', '9'],
    ]);
    await test.holdings.store([readingOf({ [usdc]: 4n }, { ledger: 9 })], 9);
    expect((await changesOf(test)).at(-1)).toEqual(['0', '4']);
  });

  it('never give way to an older ledger', async () => {
    const test = await open();
    await test.holdings.store([readingOf({ [xlm]: 1n }, { ledger: 100 })], 1_000);
    const older = readingOf({ [xlm]: 2n, [usdc]: 3n }, { ledger: 99 });
    expect(await test.holdings.store([older], 2_000)).toEqual([
      { kind: 'stored', updated: 1, lastUpdatedMs: 2_000 },
    ]);
    const [kept] = await balances(test);
    expect(kept).toMatchObject({ amount: 1n, ledger: 100, updatedAtMs: 1_000 });
    const refused = readingOf({ [xlm]: 2n }, { ledger: 99 });
    expect(await test.holdings.store([refused], 3_000)).toEqual([
      { kind: 'stored', updated: 0, lastUpdatedMs: 1_000 },
    ]);
    const same = readingOf({ [xlm]: 2n }, { ledger: 100 });
    expect(await test.holdings.store([same], 4_000)).toMatchObject([{ updated: 1 }]);
  });

  it('give way to a ledger of a network that began anew', async () => {
    const test = await open();
    const at = (ledger: number) => readingOf({ [xlm]: BigInt(ledger) }, { ledger });
    await test.holdings.store([at(1_500_000)], 1_000);
    await test.holdings.store([at(1_500_000 - 120_960)], 2_000);
    expect(await balances(test)).toMatchObject([{ amount: 1_500_000n }]);
    await test.holdings.store([at(1_500_000 - 120_961)], 3_000);
    expect(await balances(test)).toMatchObject([{ amount: 1_379_039n, ledger: 1_379_039 }]);
  });

  it('tell which vaults were deleted meanwhile, and store the others', async () => {
    const test = await open();
    await test.store.db.deleteFrom('vaults').where('id', '=', vaultIdOf(2)).execute();
    const readings = [1, 2, 3].map((vault) => readingOf({ [xlm]: 5n }, { vault }));
    const outcomes = await test.holdings.store(readings, 1_000);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['stored', 'vaultGone', 'stored']);
    expect(await balances(test, 2)).toEqual([]);
    expect(await balances(test, 3)).toHaveLength(1);
  });

  it('go with their vault, and so does the history', async () => {
    const test = await open();
    await test.holdings.store([readingOf({ [xlm]: 5n })], 1_000);
    await test.store.db.deleteFrom('vaults').where('id', '=', vaultIdOf(1)).execute();
    expect(await balances(test)).toEqual([]);
    expect(await changesOf(test)).toEqual([]);
  });

  it('take several readings of one vault at once', async () => {
    const test = await open();
    const readings = [1n, 2n, 3n].map((amount, at) => readingOf({ [xlm]: amount }, { ledger: at }));
    await test.holdings.store([...readings, readingOf({ [xlm]: 8n }, { network: 'testnet' })], 9);
    expect((await balances(test)).map(({ amount }) => amount)).toEqual([3n, 8n]);
    expect(await changesOf(test)).toHaveLength(4);
  });

  it('are stored in parts when they are many', async () => {
    const test = await open();
    const amounts = Array.from({ length: 230 }, (_, token) => [tokenOf(token).contract, 1n]);
    await test.holdings.store([readingOf(Object.fromEntries(amounts))], 1_000);
    expect(await balances(test)).toHaveLength(230);
    expect(await changesOf(test)).toHaveLength(230);
  });

  it('are known to be fresh by vault, network and time', async () => {
    const test = await open();
    await test.holdings.store([readingOf({ [xlm]: 1n })], 1_000);
    await test.holdings.store([readingOf({ [usdc]: 1n })], 2_000);
    await test.holdings.store([readingOf({ [xlm]: 1n }, { vault: 2, network: 'testnet' })], 2_000);
    const vaultIds = [1, 2, 3].map(vaultIdOf);
    const fresh = (network: Network, afterMs: number) =>
      test.holdings.freshness({ vaultIds, network, afterMs });
    expect(await fresh('mainnet', 1_000)).toEqual(
      new Map([[vaultIdOf(1), new Map([[usdc, 2_000]])]]),
    );
    expect((await fresh('mainnet', 999)).get(vaultIdOf(1))?.size).toBe(2);
    expect([...(await fresh('testnet', 0)).keys()]).toEqual([vaultIdOf(2)]);
    expect(await test.holdings.ofVault(vaultIdOf(1), 'testnet')).toEqual([]);
  });

  it('are stored by two at once without a lost change', async () => {
    const test = await open();
    const other = holdingsOn(await database.open());
    const vaults = [1, 2, 3];
    const store = (one: typeof test | typeof other, ledger: number) =>
      one.holdings.store(
        (ledger % 2 === 0 ? vaults : vaults.toReversed()).map((vault) =>
          readingOf({ [xlm]: BigInt(ledger) }, { vault, ledger }),
        ),
        ledger,
      );
    for (let ledger = 0; ledger < 20; ledger += 2) {
      // SQLite has one writer at a time, which the connection enforces.
      const stores = [test, database.dialect === 'sqlite' ? test : other] as const;
      await Promise.all([store(stores[0], ledger), store(stores[1], ledger + 1)]);
    }
    expect(await balances(test)).toMatchObject([{ amount: 19n }]);
    const { changes } = await test.history.list({
      vaultId: vaultIdOf(1),
      order: 'asc',
      offset: 0,
      limit: 100,
    });
    // Each line begins where the one before it ended.
    let last: bigint | undefined;
    for (const { previous, amount } of changes) {
      expect(previous ?? 0n).toBe(last ?? 0n);
      last = amount;
    }
    expect(last).toBe(19n);
  });

  it('wait for whoever is about to delete a vault', async () => {
    if (database.dialect === 'sqlite') return;
    const test = await open();
    const other = await database.open();
    const gate = Promise.withResolvers<void>();
    const deleted = Promise.withResolvers<void>();
    const deletion = other.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('vaults').where('id', '=', vaultIdOf(1)).execute();
      deleted.resolve();
      await gate.promise;
    });
    await deleted.promise;
    const storing = test.holdings.store([readingOf({ [xlm]: 1n })], 1_000);
    await waitUntilBlocked(test.store.db);
    gate.resolve();
    await deletion;
    expect(await storing).toEqual([{ kind: 'vaultGone' }]);
  });
});
