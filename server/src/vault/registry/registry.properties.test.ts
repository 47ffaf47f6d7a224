import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openMemoryStore } from '../../../test/support/databases/memoryStore.ts';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { proofOf } from '../../../test/support/proof.ts';
import { createIds } from '../../kit/ids.ts';
import { createSeededRandom } from '../../kit/random.ts';
import type { Vault } from '../vault.ts';
import { createVaultRegistry } from './registry.ts';
import type { VaultFilter, VaultListQuery, VaultSort, VaultStats } from './types.ts';

const actor = { id: 'key', name: 'desk', requestId: undefined };
const owners = ['GA', 'GB', 'GC'];
const names = ['Alpha', 'alpha fund', 'Ärger 100%', 'ÄRGER_2', "O'Brien \\", 'Ω', '😀 x', 'ｆull'];

const percent = fc.integer({ min: 0, max: 100_000_000 }).map((micro) => micro / 1e6);
const settings = fc.record(
  {
    maxTradeSize: percent,
    dailyTradeLimit: fc.integer({ min: 0, max: 1_000_000 }),
    slippageTolerance: percent,
  },
  { requiredKeys: [] },
);
const pick = fc.nat({ max: 1_000 });
const tradePermission = fc.boolean();
const ledger = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined });

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      name: fc.constantFrom(...names),
      owner: fc.constantFrom(...owners),
      creationLedger: ledger,
      tradePermission,
      settings,
      days: fc.constantFrom(0, 0, 0, 1, 7, 40),
    }),
  },
  fc.record({
    kind: fc.constant('update' as const),
    pick,
    name: fc.option(fc.constantFrom(...names), { nil: undefined }),
    tradePermission: fc.option(tradePermission, { nil: undefined }),
    settings,
  }),
  fc.record({ kind: fc.constant('toggle' as const), pick, tradePermission, settings }),
  fc.record({ kind: fc.constant('remove' as const), pick }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const bound = fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined });
const filter: fc.Arbitrary<VaultFilter> = fc.record({
  owner: fc.option(fc.constantFrom(...owners, 'GNOBODY'), { nil: undefined }),
  tradePermission: fc.option(tradePermission, { nil: undefined }),
  minLedger: bound,
  maxLedger: bound,
});
const listQuery: fc.Arbitrary<VaultListQuery> = fc
  .tuple(
    filter,
    fc.record({
      search: fc.option(fc.constantFrom('', 'a', 'ärger', '%', '_', '\\', "'", 'ω', 'Full', '\0'), {
        nil: undefined,
      }),
      sortBy: fc.constantFrom<VaultSort[]>(
        'creationDate',
        'creationLedger',
        'vaultName',
        'updatedAt',
      ),
      sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
      page: fc.integer({ min: 1, max: 4 }),
      limit: fc.integer({ min: 1, max: 5 }),
    }),
  )
  .map(([wanted, rest]) => ({ ...wanted, ...rest }));

/** Opens a registry on an empty database, and the same vaults in a plain list. */
async function openBoth() {
  const clock = createManualClock();
  const store = await openMemoryStore();
  const ids = createIds(createSeededRandom('registry'));
  const registry = createVaultRegistry({ store, clock, ids });
  let model: Vault[] = [];
  let created = 0;

  const replace = (vault: Vault) => {
    model = model.map((other) => (other.id === vault.id ? vault : other));
  };

  const run = async (given: Step) => {
    if (given.kind === 'create') {
      await clock.advance(given.days * 86_400_000);
      created += 1;
      const address = `C${created}`;
      const vault = await registry.create({ ...given, address }, actor);
      const wanted = { maxTradeSize: 0, dailyTradeLimit: 0, slippageTolerance: 1 };
      expect(vault.settings).toEqual({ ...wanted, ...given.settings });
      expect(vault).toMatchObject({ owner: given.owner, address, name: given.name });
      model.push(vault);
      return;
    }
    const before = model[given.pick % Math.max(1, model.length)];
    if (!before) return;
    if (given.kind === 'remove') {
      await registry.remove(before.id, actor);
      model = model.filter(({ id }) => id !== before.id);
      return;
    }
    const isSwitch = given.kind === 'toggle';
    const after = isSwitch
      ? await registry.toggle(before.id, given, actor)
      : await registry.update(before.id, given, actor);
    const keepsSettings = isSwitch && !given.tradePermission;
    expect(after).toEqual({
      ...before,
      name: (isSwitch ? undefined : given.name) ?? before.name,
      tradePermission: given.tradePermission ?? before.tradePermission,
      settings: { ...before.settings, ...(keepsSettings ? {} : given.settings) },
      updatedAtMs: after.updatedAtMs,
    });
    expect(after.updatedAtMs).toBeGreaterThan(before.updatedAtMs);
    replace(after);
  };

  return { clock, store, registry, run, model: () => model };
}

function matches(vault: Vault, wanted: VaultFilter): boolean {
  const { minLedger, maxLedger } = wanted;
  if (wanted.owner !== undefined && vault.owner !== wanted.owner) return false;
  const { tradePermission: asked } = wanted;
  if (asked !== undefined && vault.tradePermission !== asked) return false;
  if (minLedger === undefined && maxLedger === undefined) return true;
  const { creationLedger } = vault;
  if (creationLedger === undefined) return false;
  return creationLedger > (minLedger ?? -1) && creationLedger < (maxLedger ?? Infinity);
}

function expectedStats(vaults: readonly Vault[], nowMs: number): VaultStats {
  const mean = (values: readonly number[]) =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
  const settingsOf = (name: keyof Vault['settings']) =>
    expect.closeTo(mean(vaults.map((vault) => vault.settings[name])), 5);
  const within = (days: number) =>
    vaults.filter(({ createdAtMs }) => createdAtMs >= nowMs - days * 86_400_000).length;
  const ledgers = vaults.flatMap(({ creationLedger: value }) => (value ? [value] : []));
  const enabled = vaults.filter((vault) => vault.tradePermission);
  const counts = owners
    .map((owner) => ({
      owner,
      vaults: vaults.filter((vault) => vault.owner === owner).length,
      tradeEnabled: enabled.filter((vault) => vault.owner === owner).length,
    }))
    .filter((count) => count.vaults > 0);
  return {
    vaults: vaults.length,
    tradeEnabled: enabled.length,
    averages: {
      maxTradeSize: settingsOf('maxTradeSize'),
      dailyTradeLimit: settingsOf('dailyTradeLimit'),
      slippageTolerance: settingsOf('slippageTolerance'),
    },
    createdWithin: { day: within(1), week: within(7), month: within(30), quarter: within(90) },
    ledgers:
      ledgers.length === 0
        ? undefined
        : {
            min: Math.min(...ledgers),
            max: Math.max(...ledgers),
            average: expect.closeTo(mean(ledgers), 5),
          },
    topOwners: counts.sort((a, b) => b.vaults - a.vaults || (a.owner < b.owner ? -1 : 1)),
  };
}

function expectedPage(vaults: readonly Vault[], query: VaultListQuery) {
  const { sortBy, sortOrder, page, limit, search = '' } = query;
  const fold = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
  const found = vaults.filter(
    (vault) => matches(vault, query) && fold(vault.name).includes(fold(search)),
  );
  const keys = {
    creationDate: (vault: Vault) => vault.createdAtMs,
    creationLedger: (vault: Vault) => vault.creationLedger ?? 0,
    // Names are listed as they are found: without regard to case.
    vaultName: (vault: Vault) => Buffer.from(fold(vault.name)).toString('hex'),
    updatedAt: (vault: Vault) => vault.updatedAtMs,
  };
  const key = keys[sortBy];
  const order = (a: Vault, b: Vault) => {
    const [one, other] = key(a) === key(b) ? [a.id, b.id] : [key(a), key(b)];
    return one < other ? -1 : 1;
  };
  const sorted = found.sort(order);
  if (sortOrder === 'desc') sorted.reverse();
  return { total: found.length, vaults: sorted.slice((page - 1) * limit, page * limit) };
}

it('keeps totals that a recount confirms after every change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30, size: 'max' }),
      filter,
      async (steps, wanted) => {
        const { clock, store, registry, run, model } = await openBoth();
        for (const given of steps) {
          await run(given);
          for (const asked of [{}, wanted]) {
            const vaults = model().filter((vault) => matches(vault, asked));
            expect(await registry.stats(asked)).toEqual(expectedStats(vaults, clock.now()));
          }
        }
        const empty = await store.db
          .selectFrom('vault_totals')
          .selectAll()
          .where('vaults', '<=', 0)
          .execute();
        expect(empty).toEqual([]);
        await store.close();
      },
    ),
    proofOf(25),
  );
});

it('lists what filtering, sorting and slicing a plain list gives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30, size: 'max' }),
      fc.array(listQuery, { minLength: 5, maxLength: 10 }),
      async (steps, queries) => {
        const { store, registry, run, model } = await openBoth();
        for (const given of steps) await run(given);
        for (const query of queries) {
          expect(await registry.list(query)).toEqual(expectedPage(model(), query));
        }
        await store.close();
      },
    ),
    proofOf(25),
  );
});
