import { expect, it } from 'vitest';
import { eachDatabase } from '../../../test/support/databases/databases.ts';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { createFakeLedger, type ReadFault } from '../../../test/support/vault/fakeLedgerReader.ts';
import {
  insertVaults,
  tokenOf,
  vaultAddressOf,
  vaultIdOf,
} from '../../../test/support/vault/fixtures.ts';
import { createIds } from '../../kit/ids.ts';
import { createSeededRandom } from '../../kit/random.ts';
import type { Store } from '../../store/types.ts';
import { createBulkRefresh } from './bulkRefresh.ts';
import type { VaultResult } from './bulkTally.ts';
import { createHoldingStore } from './holdingStore.ts';

const vaultCount = 1_000;
const numbers = Array.from({ length: vaultCount }, (_, number) => number);
const tokens = [tokenOf(0), tokenOf(1), tokenOf(2)];

/** Opens a registry on a ledger whose balances keep changing, with random faults. */
async function openWorld(store: Store, seed: string) {
  await insertVaults(store, numbers);
  const random = createSeededRandom(seed);
  const clock = createManualClock();
  const ledger = createFakeLedger({ tokens, clock });
  const holdings = createHoldingStore({ store, ids: createIds(random) });
  const none = () => undefined;
  const quiet = { refreshed: none, ledgerFailed: none, bulkRunning: none, bulkEnded: none };
  const bulk = createBulkRefresh({
    db: store.db,
    clock,
    freshMs: 60_000,
    readers: { mainnet: ledger.reader, testnet: ledger.reader },
    findToken: (_, contract) => tokens.find((token) => token.contract === contract),
    holdings,
    toText: (result) => JSON.stringify(result),
    observe: quiet,
  });
  const run = async (signal: AbortSignal) => {
    const batchSize = 1 + Math.floor(random.between(0, 50));
    const selection = { tradePermissionOnly: false, vaultsMax: 200_000 };
    const request = { network: 'mainnet', batchSize, tokens: undefined, force: true } as const;
    const { summary, results } = await bulk({ ...request, selection }, signal);
    return { summary, results: results.map((text): VaultResult => JSON.parse(text)) };
  };
  const changeBalances = () => {
    ledger.ledger += 1;
    for (const number of numbers) {
      const token = tokens[Math.floor(random.between(0, tokens.length))];
      const amount = BigInt(Math.floor(random.between(0, 4)));
      ledger.balances.set(`${vaultAddressOf(number)} ${token?.contract}`, amount);
    }
  };
  return { store, random, ledger, run, changeBalances };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** Returns balances by vault, one text each: stored ones, or those of the ledger. */
async function storedIn({ store }: World): Promise<ReadonlyMap<string, string>> {
  const rows = await store.db.selectFrom('holdings').selectAll().orderBy('token').execute();
  const byVault = Map.groupBy(rows, (row) => row.vault_id);
  return new Map(
    [...byVault].map(([id, held]) => [id, held.map(({ amount }) => amount).join(' ')]),
  );
}

function onLedger({ ledger }: World): ReadonlyMap<string, string> {
  const contracts = tokens.map(({ contract }) => contract).toSorted();
  const amountOf = (number: number, token: string) =>
    ledger.balances.get(`${vaultAddressOf(number)} ${token}`) ?? 0n;
  return new Map(
    numbers.map((number) => [
      vaultIdOf(number),
      contracts.map((token) => amountOf(number, token)).join(' '),
    ]),
  );
}

/** Makes a part of the reads fail from now on; some vaults are deleted before they are stored. */
function breakThings(world: World, abort: () => void): ReadonlySet<string> {
  const { ledger, random, store } = world;
  const faults = new Map<string, ReadFault>();
  for (const number of numbers) {
    const chance = random.next();
    if (chance < 0.05) faults.set(vaultAddressOf(number), 'absent');
    else if (chance < 0.15) faults.set(vaultAddressOf(number), 'failed');
  }
  const deleted = new Set<string>();
  ledger.faultOf = (address) => faults.get(address);
  ledger.beforeGiving = async (vaults) => {
    if (random.next() < 0.2) {
      const address = vaults[0]?.address ?? '';
      deleted.add(address);
      await store.db.deleteFrom('vaults').where('address', '=', address).execute();
    }
    if (random.next() < 0.004) abort();
  };
  return deleted;
}

function mend({ ledger }: World): void {
  ledger.faultOf = () => undefined;
  ledger.beforeGiving = () => undefined;
}

async function checkRun(world: World, before: ReadonlyMap<string, string>): Promise<boolean> {
  const stopping = new AbortController();
  const deleted = breakThings(world, () => stopping.abort(new Error('aborted')));
  const vaults = await world.store.db.selectFrom('vaults').select('id').orderBy('id').execute();
  const ended = await world.run(stopping.signal).catch((error: Error) => error);
  const [after, truth] = [await storedIn(world), onLedger(world)];
  if (ended instanceof Error) {
    expect(ended.message).toBe('aborted');
    for (const [id, balances] of after) {
      expect([before.get(id), truth.get(id)]).toContain(balances);
    }
    return true;
  }
  const { summary, results } = ended;
  expect(results.map(({ vaultId }) => vaultId)).toEqual(vaults.map(({ id }) => id));
  for (const result of results) {
    const { vaultId, vaultAddress } = result;
    const isGone = deleted.has(vaultAddress);
    if (result.status === 'success') {
      expect(isGone).toBe(false);
      expect(after.get(vaultId)).toBe(truth.get(vaultId));
    } else {
      expect(after.get(vaultId)).toBe(isGone ? undefined : before.get(vaultId));
    }
  }
  const failed = results.filter(({ status }) => status === 'failed').length;
  expect(failed).toBeGreaterThan(0);
  expect(summary).toMatchObject({
    vaultsFailed: failed,
    vaultsUpdated: results.length - failed,
    tokensUpdated: (results.length - failed) * tokens.length,
  });
  return false;
}

/** Checks that the history leads from nothing to the balance, and every line changes something. */
async function checkHistory({ store }: World): Promise<void> {
  const changes = await store.db.selectFrom('balance_changes').selectAll().orderBy('id').execute();
  const reached = new Map<string, string>();
  for (const { vault_id, token, previous, amount } of changes) {
    const key = `${vault_id} ${token}`;
    expect(previous ?? '0').toBe(reached.get(key) ?? '0');
    expect(amount).not.toBe(previous ?? '0');
    reached.set(key, amount);
  }
  for (const row of await store.db.selectFrom('holdings').selectAll().execute()) {
    expect(reached.get(`${row.vault_id} ${row.token}`) ?? '0').toBe(row.amount);
  }
}

eachDatabase('a thousand vaults under bulk refreshes that break', (database) => {
  it.each(['one', 'two'])('end right or as they were, with seed %s', async (seed) => {
    const world = await openWorld(await database.open(), seed);
    let aborts = 0;
    for (let round = 0; round < 6; round += 1) {
      world.changeBalances();
      if (await checkRun(world, await storedIn(world))) aborts += 1;
    }
    expect(aborts).toBeGreaterThan(0);
    expect(aborts).toBeLessThan(6);
    mend(world);
    const { summary } = await world.run(new AbortController().signal);
    expect(summary.vaultsFailed).toBe(0);
    const [after, truth] = [await storedIn(world), onLedger(world)];
    expect(after.size).toBe(summary.vaultsUpdated);
    for (const [id, balances] of after) expect(balances).toBe(truth.get(id));
    await checkHistory(world);
  });
});
