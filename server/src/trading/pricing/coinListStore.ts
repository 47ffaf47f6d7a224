import { z } from 'zod';
import { errorText } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Store } from '../../store/types.ts';

/** Ids of coins by lowercase symbol, for symbols that only one coin has. */
export interface CoinList {
  readonly ids: ReadonlyMap<string, string>;
  /** Epoch ms. */
  readonly fetchedAtMs: number;
}

/** The list in the database. Neither call rejects. */
export interface CoinListStore {
  load(): Promise<CoinList | undefined>;
  save(list: CoinList): Promise<void>;
}

const listName = 'coins';
const idsSchema = z.array(z.tuple([z.string(), z.string()]));

interface CoinListKeepDeps {
  readonly logger: Logger;
  /** Without it the list is not kept now; always unless given. */
  readonly mayWrite?: (() => boolean) | undefined;
}

export function createCoinListStore(
  { db }: Store,
  { logger, mayWrite = () => true }: CoinListKeepDeps,
): CoinListStore {
  return {
    async load() {
      try {
        const row = await db
          .selectFrom('price_coin_lists')
          .selectAll()
          .where('name', '=', listName)
          .executeTakeFirst();
        if (!row) return undefined;
        const ids = new Map(idsSchema.parse(JSON.parse(row.ids_json)));
        return { ids, fetchedAtMs: row.fetched_at_ms };
      } catch (error) {
        logger.warn({ error: errorText(error) }, 'The stored list of coins could not be read');
        return undefined;
      }
    },
    async save({ ids, fetchedAtMs }) {
      if (!mayWrite()) return;
      const values = { ids_json: JSON.stringify([...ids]), fetched_at_ms: fetchedAtMs };
      try {
        await db
          .insertInto('price_coin_lists')
          .values({ name: listName, ...values })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
          .execute();
      } catch (error) {
        logger.warn({ error: errorText(error) }, 'The list of coins could not be stored');
      }
    },
  };
}
