import { describe, expect, it, onTestFinished } from 'vitest';
import { openMemoryStore } from '../../../test/support/databases/memoryStore.ts';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { createFakeLedger } from '../../../test/support/vault/fakeLedgerReader.ts';
import {
  insertVaults,
  ownerOf,
  tokenOf,
  vaultAddressOf,
  vaultIdOf,
} from '../../../test/support/vault/fixtures.ts';
import { createIds } from '../../kit/ids.ts';
import { createSeededRandom } from '../../kit/random.ts';
import { type BulkRequest, createBulkRefresh } from './bulkRefresh.ts';
import { createHoldingStore } from './holdingStore.ts';
import type { BulkProgress } from './observe.ts';

const tokens = [tokenOf(0), tokenOf(1)];
const forever = new AbortController().signal;

interface RequestFixture extends Omit<Partial<BulkRequest>, 'selection'> {
  readonly selection?: Partial<BulkRequest['selection']>;
}

function requestOf({ selection, ...changes }: RequestFixture = {}): BulkRequest {
  return {
    network: 'mainnet',
    batchSize: 10,
    tokens: undefined,
    force: false,
    selection: { tradePermissionOnly: false, vaultsMax: 200_000, ...selection },
    ...changes,
  };
}

async function openBulk(vaults: number) {
  const store = await openMemoryStore();
  onTestFinished(() => store.close());
  await insertVaults(
    store,
    Array.from({ length: vaults }, (_, number) => number + 1),
  );
  const clock = createManualClock();
  const mainnet = createFakeLedger({ tokens, clock });
  const testnet = createFakeLedger({ network: 'testnet', tokens: [], clock });
  const holdings = createHoldingStore({ store, ids: createIds(createSeededRandom('bulk')) });
  const progress: BulkProgress[] = [];
  const counts = { success: 0, failed: 0 };
  const stored: number[] = [];
  const bulk = createBulkRefresh({
    db: store.db,
    clock,
    freshMs: 60_000,
    readers: { mainnet: mainnet.reader, testnet: testnet.reader },
    findToken: (_, contract) => tokens.find((token) => token.contract === contract),
    holdings: {
      ...holdings,
      store(readings, nowMs) {
        stored.push(readings.length);
        return holdings.store(readings, nowMs);
      },
    },
    toText: (result) => JSON.stringify(result),
    observe: {
      refreshed: (_, status) => {
        counts[status] += 1;
      },
      ledgerFailed: () => undefined,
      bulkRunning: (now) => progress.push(now),
      bulkEnded: () => undefined,
    },
  });
  const run = async (changes: RequestFixture = {}, signal: AbortSignal = forever) => {
    const { summary, results } = await bulk(requestOf(changes), signal);
    return { summary, results: results.map((text) => JSON.parse(text)) };
  };
  return { store, clock, mainnet, holdings, progress, counts, stored, bulk, run };
}

describe('which vaults a bulk refresh takes', () => {
  const idsOf = (results: readonly { vaultId: string }[]) => results.map(({ vaultId }) => vaultId);

  it('goes through all of them in the order of their ids, whenever their calls end', async () => {
    const { run, mainnet } = await openBulk(1_203);
    mainnet.faultOf = (address) => (address === vaultAddressOf(7) ? 'absent' : undefined);
    const { summary, results } = await run();
    expect(idsOf(results)).toEqual(Array.from({ length: 1_203 }, (_, i) => vaultIdOf(i + 1)));
    expect(summary).toMatchObject({ vaultsUpdated: 1_202, vaultsFailed: 1, nextAfterId: null });
    expect(summary.tokensUpdated).toBe(2_404);
  });

  it('is done in parts, each of which names where the next one begins', async () => {
    const { run } = await openBulk(10);
    const seen: string[] = [];
    let afterId: string | undefined;
    for (let part = 0; part < 4; part += 1) {
      const { summary, results } = await run({ selection: { vaultsMax: 3, afterId } });
      seen.push(...idsOf(results));
      afterId = summary.nextAfterId ?? undefined;
      expect(summary.nextAfterId).toBe(part === 3 ? null : vaultIdOf(3 * (part + 1)));
    }
    expect(seen).toEqual(Array.from({ length: 10 }, (_, i) => vaultIdOf(i + 1)));
  });

  it('names no next part when the last one ends exactly with the last vault', async () => {
    const { run } = await openBulk(6);
    const { summary } = await run({ selection: { vaultsMax: 6 } });
    expect(summary.nextAfterId).toBeNull();
  });

  it('can be one owner, or vaults that may trade', async () => {
    const { run, store } = await openBulk(3);
    await insertVaults(store, [11, 12], { owner: ownerOf(2) });
    await insertVaults(store, [13], { owner: ownerOf(2), tradePermission: true });
    await insertVaults(store, [14], { tradePermission: true });
    const owner = ownerOf(2);
    const taken = async (selection: Partial<BulkRequest['selection']>) =>
      idsOf((await run({ selection })).results);
    expect(await taken({ owner })).toEqual([11, 12, 13].map(vaultIdOf));
    expect(await taken({ tradePermissionOnly: true })).toEqual([13, 14].map(vaultIdOf));
    expect(await taken({ owner, tradePermissionOnly: true })).toEqual([vaultIdOf(13)]);
    const vaultIds = [14, 2, 13, 12].map(vaultIdOf);
    expect(await taken({ vaultIds, owner })).toEqual([12, 13].map(vaultIdOf));
    expect(await taken({ vaultIds, tradePermissionOnly: true, afterId: vaultIdOf(13) })).toEqual([
      vaultIdOf(14),
    ]);
  });

  it('tells of named vaults that do not exist, each once', async () => {
    const { run, mainnet } = await openBulk(2);
    const vaultIds = [9, 2, 9, 1, 2].map(vaultIdOf);
    const { summary, results } = await run({ selection: { vaultIds } });
    expect(summary).toMatchObject({ vaultsUpdated: 2, vaultsFailed: 1 });
    expect(results.at(-1)).toEqual({
      vaultId: vaultIdOf(9),
      vaultAddress: '',
      status: 'failed',
      error: 'Vault not found',
    });
    expect(mainnet.asked).toHaveLength(2);
  });
});

describe('what a bulk refresh reads', () => {
  it('leaves out what is fresh, and vaults altogether when all of it is', async () => {
    const { run, mainnet, clock } = await openBulk(3);
    const [first] = tokens;
    await run({ tokens: [first?.contract ?? ''], selection: { vaultIds: [vaultIdOf(1)] } });
    await run({ selection: { vaultIds: [vaultIdOf(2)] } });
    const storedMs = clock.now();
    mainnet.asked.length = 0;
    await clock.advance(59_999);
    const { results, summary } = await run();
    expect(results.map(({ tokensUpdated }) => tokensUpdated)).toEqual([1, 0, 2]);
    expect(results[1]).toMatchObject({ status: 'success', lastUpdatedMs: storedMs });
    expect(summary).toMatchObject({ vaultsUpdated: 3, vaultsFailed: 0, tokensUpdated: 3 });
    expect(mainnet.asked).toMatchObject([
      { address: vaultAddressOf(1), tokens: [tokenOf(1).contract] },
      { address: vaultAddressOf(3), tokens: tokens.map(({ contract }) => contract) },
    ]);
    expect((await run({ force: true })).summary.tokensUpdated).toBe(6);
    await clock.advance(60_000);
    expect((await run()).summary.tokensUpdated).toBe(6);
  });

  it('stores as many vaults together as it was told', async () => {
    const { run, stored } = await openBulk(23);
    await run({ batchSize: 4 });
    expect(stored).toEqual([4, 4, 4, 4, 4, 3]);
  });

  it('fails every vault with the reason when the network cannot be verified', async () => {
    const { run, mainnet, counts } = await openBulk(3);
    mainnet.unverified = 'The server is for another network.';
    const { results, summary } = await run({ selection: { vaultIds: [1, 8].map(vaultIdOf) } });
    expect(results.map(({ error }) => error)).toEqual([
      'The server is for another network.',
      'Vault not found',
    ]);
    expect(summary).toMatchObject({ vaultsUpdated: 0, vaultsFailed: 2 });
    expect(counts).toEqual({ success: 0, failed: 2 });
  });

  it('asks nothing of the network when there are no vaults', async () => {
    const { run, mainnet } = await openBulk(0);
    mainnet.unverified = 'The server is for another network.';
    expect(await run()).toMatchObject({
      summary: { vaultsFailed: 0, nextAfterId: null },
      results: [],
    });
    const named = await run({ selection: { vaultIds: [vaultIdOf(9)] } });
    expect(named.results).toMatchObject([{ vaultId: vaultIdOf(9), error: 'Vault not found' }]);
    expect(mainnet.tokensAsked).toBe(0);
  });

  it('fails a vault that was deleted while it was read', async () => {
    const { run, mainnet, store } = await openBulk(2);
    mainnet.beforeGiving = async () => {
      await store.db.deleteFrom('vaults').where('id', '=', vaultIdOf(1)).execute();
    };
    const { results } = await run();
    expect(results).toMatchObject([
      { vaultAddress: vaultAddressOf(1), status: 'failed', error: 'Vault not found' },
      { status: 'success', tokensUpdated: 2 },
    ]);
  });
});

describe('a bulk refresh under way', () => {
  it('says every ten seconds how far it is', async () => {
    const { run, mainnet, clock, progress } = await openBulk(21);
    mainnet.delayMs = 9_000;
    let hasEnded = false;
    const running = run({ batchSize: 7 }).finally(() => {
      hasEnded = true;
    });
    while (!hasEnded) await clock.advance(100);
    await running;
    expect(progress.map(({ vaultsUpdated }) => vaultsUpdated)).toEqual([7, 14]);
    expect(clock.pending()).toBe(0);
  });

  it('is one of two at most on a network', async () => {
    const { run, bulk, mainnet } = await openBulk(2);
    mainnet.hangs = true;
    const stopping = new AbortController();
    const first = bulk(requestOf(), stopping.signal);
    const second = bulk(requestOf(), stopping.signal);
    await expect(run()).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        '2 bulk updates of mainnet holdings are running already. ' +
        'Try again when one of them has ended.',
    });
    expect((await run({ network: 'testnet' })).summary.vaultsUpdated).toBe(2);
    stopping.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    await expect(second).rejects.toThrow('enough');
    mainnet.hangs = false;
    expect((await run()).summary.vaultsUpdated).toBe(2);
  });

  it('ends when it is told to, and what was stored stays', async () => {
    const { run, mainnet, holdings } = await openBulk(30);
    const stopping = new AbortController();
    let batches = 0;
    mainnet.beforeGiving = () => {
      batches += 1;
      if (batches === 3) stopping.abort(new Error('enough'));
    };
    await expect(run({ batchSize: 7 }, stopping.signal)).rejects.toThrow('enough');
    const kept = async (vault: number) => (await holdings.ofVault(vaultIdOf(vault))).length;
    expect(await Promise.all([1, 14, 15, 30].map(kept))).toEqual([2, 2, 0, 0]);
    expect(mainnet.asked).toHaveLength(21);
  });
});
