import type { Clock } from '../../kit/clock.ts';
import type { Store } from '../../store/types.ts';

/** A vault of a bulk refresh. */
export interface BulkTarget {
  readonly id: string;
  /** Undefined when no vault has that id. */
  readonly address: string | undefined;
}

/** The vaults that a bulk refresh covers. */
export interface BulkSelection {
  /** Undefined means all. An id without a vault becomes a target without address. */
  readonly vaultIds?: readonly string[] | undefined;
  readonly owner?: string | undefined;
  readonly tradePermissionOnly: boolean;
  /** Only vaults whose id comes after this one. */
  readonly afterId?: string | undefined;
  readonly vaultsMax: number;
}

/** The vaults of a selection in the order of their ids, read page by page. */
export interface BulkTargets {
  /** Can be iterated once. */
  pages(): AsyncGenerator<readonly BulkTarget[]>;
  /** Returns the last yielded id when more are left, after all pages were read; else null. */
  nextAfterId(): string | null;
}

interface BulkTargetsDeps {
  readonly db: Store['db'];
  readonly clock: Clock;
  /** Maximum number of vaults on a page. */
  readonly pageSize: number;
}

export function createBulkTargets(deps: BulkTargetsDeps, selection: BulkSelection): BulkTargets {
  const { vaultIds, afterId = '', vaultsMax } = selection;
  let nextAfterId: string | null = null;
  async function* pages() {
    const all =
      vaultIds === undefined
        ? storedVaults(deps, selection)
        : namedVaults(deps, selection, idsAfter(vaultIds, afterId));
    let left = vaultsMax;
    let lastId: string | null = null;
    for await (const page of all) {
      // An in-memory database answers without letting anything else run in between.
      await deps.clock.yield();
      const taken = page.slice(0, left);
      lastId = taken.at(-1)?.id ?? lastId;
      left -= taken.length;
      if (taken.length > 0) yield taken;
      if (taken.length < page.length) {
        nextAfterId = lastId;
        return;
      }
    }
  }
  return { pages, nextAfterId: () => nextAfterId };
}

/** Returns true when the selection has a registered vault. */
export async function hasVaults(deps: BulkTargetsDeps, selection: BulkSelection): Promise<boolean> {
  for await (const page of createBulkTargets(deps, selection).pages()) {
    if (page.some(({ address }) => address !== undefined)) return true;
  }
  return false;
}

/**
 * Yields pages of stored vaults; filters trade permission here, so that all pages cost the same.
 */
async function* storedVaults(
  { db, pageSize }: BulkTargetsDeps,
  { owner, tradePermissionOnly, afterId = '' }: BulkSelection,
): AsyncGenerator<readonly BulkTarget[]> {
  let after = afterId;
  for (let isLast = false; !isLast; ) {
    let query = db
      .selectFrom('vaults')
      .select(['id', 'address', 'trade_permission'])
      .where('id', '>', after);
    if (owner !== undefined) query = query.where('owner', '=', owner);
    const rows = await query.orderBy('id').limit(pageSize).execute();
    yield rows
      .filter((row) => !tradePermissionOnly || row.trade_permission === 1)
      .map(({ id, address }) => ({ id, address }));
    after = rows.at(-1)?.id ?? after;
    isLast = rows.length < pageSize;
  }
}

/** Yields pages of named vaults; those that another filter excludes are no targets. */
async function* namedVaults(
  { db, pageSize }: BulkTargetsDeps,
  { owner, tradePermissionOnly }: BulkSelection,
  ids: readonly string[],
): AsyncGenerator<readonly BulkTarget[]> {
  for (let start = 0; start < ids.length; start += pageSize) {
    const page = ids.slice(start, start + pageSize);
    const rows = await db
      .selectFrom('vaults')
      .select(['id', 'address', 'owner', 'trade_permission'])
      .where('id', 'in', page)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield page.flatMap((id): BulkTarget[] => {
      const row = byId.get(id);
      if (!row) return [{ id, address: undefined }];
      const isLeftOut =
        (owner !== undefined && row.owner !== owner) ||
        (tradePermissionOnly && row.trade_permission === 0);
      return isLeftOut ? [] : [{ id, address: row.address }];
    });
  }
}

/** Returns each id once, in order. */
function idsAfter(ids: readonly string[], afterId: string): readonly string[] {
  return [...new Set(ids)].filter((id) => id > afterId).sort();
}
