import { type AlgorithmWire, algorithmEndpoints } from '@windlass/contract';
import { type Answer, answer, type Binding, bind, type Context } from '../../http/bind.ts';
import { unreachable } from '../../kit/assert.ts';
import { AppError } from '../../kit/errors.ts';
import { reaches, requireReach } from '../accounts/index.ts';
import { queriedSymbol } from '../execution/index.ts';
import type { AlgorithmCaller, AlgorithmSnapshot, AlgorithmStatus, Algorithms } from './types.ts';
import { toAlgorithmDetailsWire, toAlgorithmWire } from './wire/algorithm.ts';
import { toAlgorithmDraft } from './wire/params.ts';
import { startRefusal } from './wire/startRefusal.ts';

/** HTTP routes of execution algorithms (Orderbook §4.3). */
export function algorithmRoutes(algorithms: Algorithms): Binding[] {
  return [
    bind(algorithmEndpoints.startAlgorithm, async ({ body }, context) => {
      try {
        const draft = toAlgorithmDraft(body);
        for (const id of draft.accountIds) requireReach(context.caller, id);
        return toAlgorithmWire(await algorithms.start(draft, callerOf(context)));
      } catch (error) {
        throw startRefusal(error);
      }
    }),
    bind(algorithmEndpoints.listAlgorithms, async ({ query }, context) => {
      const { status, algorithm_type: type, page, size } = query;
      const found = await algorithms.list({
        status,
        type,
        page,
        size,
        symbol: queriedSymbol(query.symbol),
        accountIds: requireCaller(context).exchangeAccountIds,
      });
      const orders = found.algorithms.map(toAlgorithmWire);
      return { total: found.total, page, size, orders };
    }),
    bind(algorithmEndpoints.getAlgorithm, async ({ params }, context) =>
      toAlgorithmDetailsWire(await algorithms.show(params.order_id, callerOf(context))),
    ),
    bind(algorithmEndpoints.pauseAlgorithm, async ({ params }, context) =>
      moved(await algorithms.pause(params.order_id, callerOf(context))),
    ),
    bind(algorithmEndpoints.resumeAlgorithm, async ({ params }, context) =>
      moved(await algorithms.resume(params.order_id, callerOf(context))),
    ),
    bind(algorithmEndpoints.cancelAlgorithm, async ({ params }, context) =>
      moved(await algorithms.cancel(params.order_id, callerOf(context))),
    ),
  ];
}

function requireCaller({ caller }: Context) {
  if (!caller) throw new AppError('UNAUTHORIZED');
  return caller;
}

function callerOf(context: Context): AlgorithmCaller {
  const caller = requireCaller(context);
  return { actorId: caller.id, owner: caller.owner, reaches: (id) => reaches(caller, id) };
}

/** Returns the result, which may be an end although a pause was requested. */
function moved(snapshot: AlgorithmSnapshot): Answer<AlgorithmWire> {
  return answer(toAlgorithmWire(snapshot), { message: messageOf(snapshot.record.status) });
}

function messageOf(status: AlgorithmStatus): string {
  switch (status) {
    case 'RUNNING':
      return 'Algorithm resumed';
    case 'PAUSED':
      return 'Algorithm paused';
    case 'CANCELLING':
      return 'Algorithm is being cancelled';
    case 'CANCELLED':
      return 'Algorithm cancelled';
    case 'COMPLETED':
      return 'Algorithm completed';
    case 'FAILED':
      return 'Algorithm failed';
    default:
      return unreachable(status);
  }
}
