import type { Exchange } from '../exchange/exchange.ts';
import type { Account } from '../exchange/records.ts';
import { addressOfSecret } from './signature.ts';

/** Whose signature counts for which account. */
export interface Signers {
  /** The account that an address is, or is the agent of. */
  accountOf(address: string): Account | undefined;
}

/** The account's secret is the key of the agent that it approved. */
export function createSigners({ accounts }: Exchange): Signers {
  // Reckoned once an account.
  const agents = new Map<Account, string>();
  const agentOf = (account: Account) => {
    const known = agents.get(account) ?? addressOfSecret(account.secret);
    agents.set(account, known);
    return known;
  };
  return {
    accountOf: (address) =>
      accounts
        .all()
        .filter(({ ledBy }) => ledBy === undefined)
        .find((each) => each.apiKey.toLowerCase() === address || agentOf(each) === address),
  };
}
