import type { Exchange } from '../exchange/exchange.ts';
import type { Account } from '../exchange/records.ts';
import { addressOfSecret } from './signature.ts';

/** The accounts that a signature can act for. */
export interface Signers {
  /** Returns the account of the address, or the account that it is an agent of. */
  accountOf(address: string): Account | undefined;
}

/** Knows the agents of accounts: an account's secret is the key of the agent that it approved. */
export function createSigners({ accounts }: Exchange): Signers {
  // Computed once for each account.
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
