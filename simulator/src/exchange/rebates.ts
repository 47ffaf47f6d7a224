import { parseAmount } from '@windlass/matching';
import type { Account } from './records.ts';

/** Money that a test gives back to an account, as an exchange does outside of trades' fees. */
export interface RebateGiven {
  /** The exchange's word for it. */
  readonly kind: string;
  /** Wallet of the booking; absent when the exchange only reports it. */
  readonly wallet?: string;
  readonly asset: string;
  /** Decimal text. */
  readonly amount: string;
  /** The exchange's words for further fields. */
  readonly words?: Readonly<Record<string, string>>;
}

/** A rebate as the exchange records it. */
export interface Rebate extends Omit<RebateGiven, 'amount'> {
  readonly id: number;
  readonly at: number;
  readonly amount: bigint;
}

/** Rebates given to accounts, outside of their trades. */
export interface Rebates {
  give(account: Account, given: RebateGiven): void;
  /** Returns the account's rebates, oldest first. */
  of(account: Account): readonly Rebate[];
}

export function createRebates(parts: {
  readonly nextId: () => number;
  readonly now: () => number;
  /** Books a rebate on the account's wallet. */
  readonly book: (account: Account, wallet: string, rebate: Rebate) => void;
}): Rebates {
  const given = new Map<Account, Rebate[]>();
  const of = (account: Account) => given.get(account) ?? [];
  return {
    of,
    give(account, { amount: text, ...asked }) {
      const amount = parseAmount(text);
      if (amount === undefined) throw new RangeError(`'${text}' is no amount`);
      const rebate = { id: parts.nextId(), at: parts.now(), ...asked, amount };
      if (rebate.wallet !== undefined) parts.book(account, rebate.wallet, rebate);
      given.set(account, [...of(account), rebate]);
    },
  };
}
