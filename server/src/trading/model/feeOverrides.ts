import { roundTo } from '../../kit/numbers.ts';
import type { Account, PairFees } from './account.ts';
import type { InstrumentSymbol } from './symbol.ts';

/** Fees that the owner of an account has set, of one pair or of all. */
interface OverriddenFees {
  readonly of: 'pair' | 'account';
  readonly fees: PairFees;
}

/** The nearest override; of no pair without a symbol. Undefined where there is none. */
export function overriddenFees(
  { feeOverrides }: Pick<Account, 'feeOverrides'>,
  symbol: InstrumentSymbol | undefined,
): OverriddenFees | undefined {
  const pair = symbol && feeOverrides?.pairs[symbol];
  if (pair) return { of: 'pair', fees: charged(pair) };
  const whole = feeOverrides?.account;
  return whole && { of: 'account', fees: charged(whole) };
}

/** Fees are charged in whole parts in a million. */
const bpsDigits = 2;

/** Nothing finer is taken in today; an account of an earlier version may have it. */
function charged({ makerBps, takerBps }: PairFees): PairFees {
  return { makerBps: roundTo(makerBps, bpsDigits), takerBps: roundTo(takerBps, bpsDigits) };
}
