import type { AccountId } from '../../model/account.ts';
import { marketTypeOf } from '../../model/order.ts';
import type { LegTerms } from '../algorithm.ts';
import { legsOf, pairOf } from '../legs.ts';
import type { AlgorithmRecord } from '../types.ts';
import { isEnded } from './lifecycle.ts';
import { fieldsOf, invalid } from './startLegs.ts';

type Started = Pick<AlgorithmRecord, 'type' | 'params' | 'symbol' | 'side' | 'quantity'> &
  Pick<AlgorithmRecord, 'id' | 'accountIds'>;
type Running = Started & Pick<AlgorithmRecord, 'status'>;

/**
 * An account has one position of a contract, and a pair that opens it shares it with everything
 * else that trades it there. On opposite sides each would close what the other holds, and a closing
 * order of the pair would find nothing to reduce. So a start is refused when it would be opposite
 * to another algorithm that has not ended, and one of the two is a pair. Throws an `AppError` that
 * names the accounts.
 */
export function requireNoOpposite(started: Started, running: readonly Running[]): void {
  const others = running.filter((other) => other.id !== started.id && !isEnded(other.status));
  for (const [leg, own] of legsOf(started).entries()) {
    for (const other of others) {
      if (!pairOf(started) && !pairOf(other)) continue;
      const accountId = oppositeAt(own, legsOf(other));
      if (accountId === undefined) continue;
      const { symbol, side } = own;
      const message =
        `account ${accountId} has a ${other.type} under way on the other side of ${symbol}, ` +
        `which this would ${side}: they would share one position, and close one another's. Use ` +
        'another account, or start when that has ended';
      throw invalid(fieldsOf(started.type, leg).accounts, message, accountId);
    }
  }
}

/** True when one of its legs can be opposite to that of another. */
export function opensContract(started: Started): boolean {
  return legsOf(started).some(({ symbol }) => marketTypeOf(symbol) !== 'spot');
}

function oppositeAt(own: LegTerms, others: readonly LegTerms[]): AccountId | undefined {
  if (marketTypeOf(own.symbol) === 'spot') return undefined;
  const shared = others
    .filter(({ symbol, side }) => symbol === own.symbol && side !== own.side)
    .flatMap(({ accountIds }) => accountIds);
  return own.accountIds.find((id) => shared.includes(id));
}
