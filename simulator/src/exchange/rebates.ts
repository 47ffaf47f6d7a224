import { parseAmount } from '@windlass/matching';
import type { Account } from './records.ts';

/** What a test gives an account back, as an exchange may beside the fees of trades. */
export interface RebateGiven {
  /** In the exchange's word. */
  readonly kind: string;
  /** The wallet it is booked on; of none where the exchange only tells of it. */
  readonly wallet?: string;
  readonly asset: string;
  /** Decimal text. */
  readonly amount: string;
  /** In the exchange's words. */
  readonly words?: Readonly<Record<string, string>>;
}

/** The same as the exchange has it. */
export interface Rebate extends Omit<RebateGiven, 'amount'> {
  readonly id: number;
  readonly at: number;
  readonly amount: bigint;
}

/** What was given back to accounts, beside their trades. */
export interface Rebates {
  give(account: Account, given: RebateGiven): void;
  /** Oldest first. */
  of(account: Account): readonly Rebate[];
}

export function createRebates(parts: {
  readonly nextId: () => number;
  readonly now: () => number;
  /** Puts it where it belongs. */
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
