import type { Store } from '../../../store/types.ts';
import type { AccountId } from '../../model/account.ts';
import { isUnfinished } from './algorithmStore.ts';

/** Says why an account must stay, in a sentence, while an algorithm that has not ended names it. */
export function createAlgorithmCheck({ db }: Pick<Store, 'db'>) {
  return async ({ id }: { readonly id: AccountId }): Promise<string | undefined> => {
    // A cross join, because SQLite keeps to its order: there are few that have not ended.
    const parent = await db
      .selectFrom('algorithm_orders as parent')
      .crossJoin('algorithm_accounts as its')
      .select('parent.id')
      .where(isUnfinished)
      .whereRef('its.parent_id', '=', 'parent.id')
      .where('its.account_id', '=', id)
      .orderBy('parent.created_at_ms')
      .orderBy('parent.id')
      .limit(1)
      .executeTakeFirst();
    if (!parent) return undefined;
    return `The algorithm ${parent.id} trades on the exchange account ${id}. Cancel it first.`;
  };
}
