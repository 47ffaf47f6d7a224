import {
  type algorithmEndpoints,
  type Parsed,
  type ParsedAlgorithmParams,
  parseAlgorithmParams,
} from '@windlass/contract';
import type { Side } from '../../model/order.ts';
import { legAccountsOf, toStart } from '../params.ts';
import type { AlgorithmDraft } from '../types.ts';

type StartBody = Parsed<typeof algorithmEndpoints.startAlgorithm>['body'];

export function toAlgorithmDraft(body: StartBody): AlgorithmDraft {
  const { symbol, side, quantity, exchange_account_ids: accountIds } = body;
  const parsed = parseAlgorithmParams(body.algorithm_type, body.params);
  const started = toStart(parsed, { symbol, quantity, accountIds });
  return {
    symbol,
    side,
    quantity,
    // Accounts of legs count whether or not the order's list repeats them.
    accountIds: [...new Set([...accountIds, ...legAccountsOf(started).flat()])],
    limitPrice: tighter(side, body.limit_price, limitIn(parsed)),
    reduceOnly: body.reduce_only ? true : undefined,
    clientId: body.client_algorithm_id,
    started,
  };
}

/** Returns the limit price among the parameters, which some algorithms have too. */
function limitIn({ params }: ParsedAlgorithmParams): number | undefined {
  return 'limit_price' in params ? params.limit_price : undefined;
}

function tighter(side: Side, one: number | undefined, other: number | undefined) {
  if (one === undefined || other === undefined) return one ?? other;
  return side === 'buy' ? Math.min(one, other) : Math.max(one, other);
}
