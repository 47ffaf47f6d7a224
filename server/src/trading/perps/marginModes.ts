import type { Store } from '../../store/types.ts';
import type { AccountId } from '../model/account.ts';
import type { MarginModes } from '../venues/perpsPort.ts';

/** Reads and writes an account's margin modes, which are removed together with it. */
export function marginModesOf({ db }: Pick<Store, 'db'>, accountId: AccountId): MarginModes {
  return {
    async get(symbol) {
      const row = await db
        .selectFrom('margin_modes')
        .select('margin_mode')
        .where('account_id', '=', accountId)
        .where('symbol', '=', symbol)
        .executeTakeFirst();
      return row?.margin_mode;
    },
    async set(symbol, mode) {
      await db
        .insertInto('margin_modes')
        .values({ account_id: accountId, symbol, margin_mode: mode })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'symbol']).doUpdateSet({ margin_mode: mode }),
        )
        .execute();
    },
  };
}
