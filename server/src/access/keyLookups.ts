import { createCache } from '../kit/cache.ts';
import type { Clock } from '../kit/clock.ts';
import { AppError } from '../kit/errors.ts';
import type { Store } from '../store/types.ts';
import { type StoredKey, toStoredKey } from './keyRecord.ts';

/** Longest time that a key revoked or created by another process may go unnoticed. */
const cacheTtlMs = 5_000;
/**
 * Maximum number of texts cached, valid or not: guesses push out only those that were used longer
 * ago.
 */
const cachedTextsMax = 10_000;
/** Maximum number of lookups at once: beyond it somebody is guessing; it protects the database. */
const lookupsMax = 1_000;

/** Finds keys by the hash of their text. */
export interface KeyLookups {
  /** Reads the key from the database. */
  find(hash: string): Promise<StoredKey | undefined>;
  /** Reads the key from memory if it was read a moment ago; one query serves all callers. */
  cached(hash: string): Promise<StoredKey | undefined>;
  /** Makes the next lookup go to the database. */
  forget(): void;
}

export function createKeyLookups({ store, clock }: { store: Store; clock: Clock }): KeyLookups {
  const cache = createCache<StoredKey | 'absent'>({
    clock,
    ttlMs: cacheTtlMs,
    sizeMax: cachedTextsMax,
  });
  let underWay = 0;

  const find = async (hash: string): Promise<StoredKey | undefined> => {
    const row = await store.db
      .selectFrom('api_keys')
      .selectAll()
      .where('key_hash', '=', hash)
      .executeTakeFirst();
    return row && toStoredKey(row);
  };

  const load = async (hash: string): Promise<StoredKey | 'absent'> => {
    if (underWay >= lookupsMax) throw new AppError('RATE_LIMITED');
    underWay += 1;
    try {
      return (await find(hash)) ?? 'absent';
    } finally {
      underWay -= 1;
    }
  };

  return {
    find,
    async cached(hash) {
      const key = await cache.get(hash, () => load(hash));
      return key === 'absent' ? undefined : key;
    },
    forget: () => cache.clear(),
  };
}
