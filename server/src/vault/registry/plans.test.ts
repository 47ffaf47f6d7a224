import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../../test/support/databases/memoryStore.ts';
import type { Store } from '../../store/types.ts';
import { pageQuery, totalQuery } from './lists.ts';
import {
  ledgerBoundsQuery,
  ownersQuery,
  rangeShareQuery,
  rangeSumsQuery,
  totalsQuery,
  windowsQuery,
} from './statsQueries.ts';
import type { VaultFilter, VaultListQuery } from './types.ts';

let store: Store;
beforeAll(async () => {
  store = await openMemoryStore();
});
afterAll(() => store.close());

interface Compilable {
  compile(): { readonly sql: string; readonly parameters: readonly unknown[] };
}

/** Returns the steps that SQLite would take for exactly the statement that the registry sends. */
async function planOf(query: Compilable): Promise<string[]> {
  const { sql: text, parameters } = query.compile();
  const pieces = text.split('?');
  expect(pieces).toHaveLength(parameters.length + 1);
  const statement = sql.join(
    pieces.flatMap((piece, index) => {
      const given = index < parameters.length ? [sql`${parameters[index]}`] : [];
      return [sql.raw(piece), ...given];
    }),
    sql.raw(''),
  );
  const explained = sql<{ detail: string }>`explain query plan ${statement}`;
  const { rows } = await explained.execute(store.db);
  expect(rows.length).toBeGreaterThan(0);
  return rows.map(({ detail }) => detail);
}

/** Returns steps that read rows without an index, or collect them to sort them. */
function costlySteps(plan: readonly string[]): string[] {
  return plan.filter((step) => {
    if (step.includes('TEMP B-TREE')) return true;
    return /^SCAN (?!page\b|ranged\b|CONSTANT ROW$)/.test(step) && !step.includes('COVERING INDEX');
  });
}

const owners = [undefined, 'GOWNER'];
const permissions = [undefined, true, false];
const ranges = [{}, { minLedger: 5 }, { maxLedger: 9 }, { minLedger: 5, maxLedger: 9 }];
const filters: VaultFilter[] = owners.flatMap((owner) =>
  permissions.flatMap((tradePermission) =>
    ranges.map((range) => ({ owner, tradePermission, ...range })),
  ),
);
const sorts = ['creationDate', 'creationLedger', 'vaultName', 'updatedAt'] as const;
const orders = ['asc', 'desc'] as const;
const lists: VaultListQuery[] = filters.flatMap((filter) =>
  sorts.flatMap((sortBy) =>
    orders.map((sortOrder) => ({ ...filter, sortBy, sortOrder, page: 3, limit: 10 })),
  ),
);

describe('a list', () => {
  it('takes its page from an index, in its order, whatever it filters and sorts by', async () => {
    for (const query of lists) {
      const plan = await planOf(pageQuery(store.db, 'sqlite', query));
      expect({ query, costly: costlySteps(plan) }).toEqual({ query, costly: [] });
      const order = {
        creationDate: 'created_at_ms',
        vaultName: 'name_folded',
        updatedAt: 'updated_at_ms',
      };
      const column = query.sortBy === 'creationLedger' ? 'creation_ledger' : order[query.sortBy];
      const index = `vaults_${query.owner === undefined ? '' : 'owner_'}${column}`;
      expect(plan.join('\n')).toContain(`USING COVERING INDEX ${index}`);
    }
  });

  it('takes its total from one kept row, or counts within an index', async () => {
    for (const query of lists) {
      const plan = await planOf(totalQuery(store.db, 'sqlite', query));
      expect({ query, steps: plan.filter((step) => !step.startsWith('SEARCH')) }).toEqual({
        query,
        steps: [],
      });
    }
  });

  it('searches no further than the vaults of the owner, when one is named', async () => {
    for (const sortBy of sorts) {
      const query = { owner: 'GOWNER', search: 'x', sortBy, sortOrder: 'asc', page: 1, limit: 10 };
      const plan = await planOf(pageQuery(store.db, 'sqlite', query as VaultListQuery));
      expect(costlySteps(plan)).toEqual([]);
    }
  });
});

describe('statistics', () => {
  it('look only where an index leads', async () => {
    for (const filter of filters) {
      const isRange = filter.minLedger !== undefined || filter.maxLedger !== undefined;
      const plans = [
        ledgerBoundsQuery(store.db, filter),
        windowsQuery(store.db, filter, 1_700_000_000_000),
        isRange ? rangeSumsQuery(store.db, filter, false) : totalsQuery(store.db, filter),
      ].map(planOf);
      const steps = (await Promise.all(plans)).flat();
      expect({ filter, costly: costlySteps(steps) }).toEqual({ filter, costly: [] });
      expect(steps.filter((step) => step.startsWith('SCAN vaults'))).toEqual([]);
    }
  });

  it('rank owners by an index, and count those of a ledger range within it', async () => {
    for (const filter of filters) {
      const steps = await planOf(ownersQuery(store.db, filter, false));
      const isRange = filter.minLedger !== undefined || filter.maxLedger !== undefined;
      // Counted rows have no order yet: their groups are sorted.
      const costly = costlySteps(steps).filter((step) => !isRange || step.startsWith('SCAN'));
      expect({ filter, costly }).toEqual({ filter, costly: [] });
      expect(steps.filter((step) => /^SCAN (?!ranged\b)/.test(step))).toEqual([]);
    }
  });

  it('walk the vaults of a wide ledger range, and those of owners within an index', async () => {
    const ranged = filters.filter(({ owner, minLedger }) => !owner && minLedger !== undefined);
    for (const filter of ranged) {
      const sums = await planOf(rangeSumsQuery(store.db, filter, true));
      expect({ filter, sums }).toEqual({ filter, sums: ['SCAN vaults'] });
      const counted = await planOf(ownersQuery(store.db, filter, true));
      expect({ filter, counted }).toEqual({
        filter,
        counted: [
          'SCAN vaults USING COVERING INDEX vaults_owner_creation_ledger',
          'USE TEMP B-TREE FOR ORDER BY',
        ],
      });
      const share = await planOf(rangeShareQuery(store.db, filter));
      expect(costlySteps(share)).toEqual([]);
    }
  });
});
