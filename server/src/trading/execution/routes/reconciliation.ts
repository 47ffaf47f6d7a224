import { reconciliationEndpoints } from '@windlass/contract';
import { type Binding, bind, type Context } from '../../../http/bind.ts';
import type { Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { type Accounts, reaches, requireReach } from '../../accounts/index.ts';
import type { Account } from '../../model/account.ts';
import type { DifferenceQuery, Reconciliation } from '../reconcile/types.ts';
import { toReconciliationWire } from '../reconcile/wire.ts';

export interface ReconciliationRoutesDeps {
  readonly reconciliation: Reconciliation;
  readonly accounts: Pick<Accounts, 'find' | 'list'>;
  readonly clock: Clock;
}

/** Maximum number of differences in the answer of one comparison; all are stored and listed. */
const answeredMax = 500;

/** Returns the routes of `/admin/reconciliation`. */
export function reconciliationRoutes(deps: ReconciliationRoutesDeps): Binding[] {
  const { reconciliation, clock } = deps;
  const answer = async (accounts: readonly Account[], query: Omit<DifferenceQuery, 'accountIds'>) =>
    toReconciliationWire(
      await reconciliation.reports(accounts),
      await reconciliation.differences({ ...query, accountIds: accounts.map(({ id }) => id) }),
      query,
    );
  return [
    bind(reconciliationEndpoints.getReconciliation, async ({ query }, context) => {
      const { kind, resolved: isResolved, page, size } = query;
      const accounts = await meant(deps, query.exchange_account_id, context);
      return answer(accounts, { kind, isResolved, page, size });
    }),
    bind(reconciliationEndpoints.compareAccounts, async ({ body }, context) => {
      const accounts = await meant(deps, body.exchange_account_id, context);
      const seenSinceMs = clock.now();
      await reconciliation.compare(accounts);
      return answer(accounts, { seenSinceMs, page: 0, size: answeredMax });
    }),
  ];
}

/** Returns the named account, which must exist, or all accounts that the key reaches. */
async function meant(
  { accounts }: ReconciliationRoutesDeps,
  id: string | undefined,
  { caller }: Context,
): Promise<readonly Account[]> {
  if (!caller) throw new AppError('UNAUTHORIZED');
  if (id === undefined) return (await accounts.list()).filter((one) => reaches(caller, one.id));
  requireReach(caller, id);
  return [await accounts.find(id)];
}
