import { roundTo } from '../../kit/numbers.ts';
import type { Account, MakerTakerFees } from './account.ts';
import type { InstrumentSymbol } from './symbol.ts';

/** Fees that the owner of an account has set, of one pair or of all. */
interface OverriddenFees {
  readonly of: 'pair' | 'account';
  readonly fees: MakerTakerFees;
}

/**
 * Returns the nearest override; without a symbol only the account's. Undefined if there is none.
 */
export function overriddenFees(
  { feeOverrides }: Pick<Account, 'feeOverrides'>,
  symbol: InstrumentSymbol | undefined,
): OverriddenFees | undefined {
  const pair = symbol && feeOverrides?.pairs[symbol];
  if (pair) return { of: 'pair', fees: charged(pair) };
  const whole = feeOverrides?.account;
  return whole && { of: 'account', fees: charged(whole) };
}

/** Digits of bps: fees are charged in whole parts per million. */
const bpsDigits = 2;

/**
 * Rounds a fee: finer ones are refused today, but an account of an earlier version may have one.
 */
function charged({ makerBps, takerBps }: MakerTakerFees): MakerTakerFees {
  return { makerBps: roundTo(makerBps, bpsDigits), takerBps: roundTo(takerBps, bpsDigits) };
}
