import type { Reason } from '@windlass/matching';
import type { Money } from './accounts.ts';
import type { Exchange } from './exchange.ts';
import type { Account } from './records.ts';

/** A wallet at one of a company's exchanges. */
export interface Place {
  readonly exchange: Exchange;
  readonly account: Account;
  readonly wallet: string;
}

/** Returns the account that the same owner has at another exchange of the company. */
export function accountThere(exchange: Exchange, { owner }: Account): Account | undefined {
  if (owner === undefined) return undefined;
  return exchange.accounts.all().find((account) => account.owner === owner);
}

/** Moves money from one exchange of a company to another. */
export function moveAcross(from: Place, to: Place, { asset, amount }: Money): Reason | undefined {
  if (amount <= 0n) return 'BAD_AMOUNT';
  const { accounts } = from.exchange;
  if (amount > accounts.transferable(from.account, from.wallet, asset)) {
    return 'INSUFFICIENT_BALANCE';
  }
  const refused = accounts.deposit(from.account, from.wallet, { asset, amount: -amount });
  return refused ?? to.exchange.accounts.deposit(to.account, to.wallet, { asset, amount });
}
