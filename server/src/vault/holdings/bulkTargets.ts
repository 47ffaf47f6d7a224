import type { Clock } from '../../kit/clock.ts';
import type { Store } from '../../store/types.ts';

/** A vault of a bulk refresh. */
export interface BulkTarget {
  readonly id: string;
  /** Undefined when no vault has that id. */
  readonly address: string | undefined;
}

/** Which vaults a bulk refresh is about. */
export interface BulkSelection {
  /** Undefined = all. An id that no vault has is a target without address. */
  readonly vaultIds?: readonly string[] | undefined;
  readonly owner?: string | undefined;
  readonly tradePermissionOnly: boolean;
  /** Only vaults whose id comes after this one. */
  readonly afterId?: string | undefined;
  readonly vaultsMax: number;
}

/** The vaults of a selection in the order of their ids, read page by page. */
export interface BulkTargets {
  /** Can be walked once. */
  pages(): AsyncGenerator<readonly BulkTarget[]>;
  /** The last id that was given when more are left, once all pages were walked; else null. */
  nextAfterId(): string | null;
}

interface BulkTargetsDeps {
  readonly db: Store['db'];
  readonly clock: Clock;
  /** Vaults of a page at most. */
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
      // A database in memory answers without letting anything else run in between.
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

/** Whether the selection has a vault that is registered. */
export async function hasVaults(deps: BulkTargetsDeps, selection: BulkSelection): Promise<boolean> {
  for await (const page of createBulkTargets(deps, selection).pages()) {
    if (page.some(({ address }) => address !== undefined)) return true;
  }
  return false;
}

/** Pages of what is stored; trade permission is filtered here, so that each page costs the same. */
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

/** Pages of named vaults; those that another filter leaves out are no targets. */
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

/** Each once, in order. */
function idsAfter(ids: readonly string[], afterId: string): readonly string[] {
  return [...new Set(ids)].filter((id) => id > afterId).sort();
}
