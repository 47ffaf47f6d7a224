import { orderEndpoints } from '@windlass/contract';
import { AppError } from '../../../kit/errors.ts';
import { type Accounts, reaches } from '../../accounts/index.ts';
import type { AccountId } from '../../model/account.ts';
import { createKeyGrants, type KeyGrants, type KeyPorts } from '../../stream/keyed/index.ts';

export interface OrderGrantsDeps extends KeyPorts {
  readonly accounts: Pick<Accounts, 'find'>;
}

/** Decides who may receive an account's orders. Keys and accounts are answered from memory. */
export function createOrderGrants(deps: OrderGrantsDeps): KeyGrants<AccountId> {
  const { accounts } = deps;
  return createKeyGrants<AccountId>({
    ...deps,
    rest: orderEndpoints.listOpenOrders,
    async decide(name = '', caller) {
      // The key's reach is checked before the account is looked up: a key without it learns nothing
      // of the account.
      if (!reaches(caller, name)) return 'the key does not reach this exchange account';
      try {
        const { id } = await accounts.find(name);
        return { subject: id, accountIds: [id] };
      } catch (error) {
        const isAbsent = error instanceof AppError && error.code === 'ACCOUNT_NOT_FOUND';
        if (!isAbsent) throw error;
        return 'there is no such exchange account';
      }
    },
  });
}
