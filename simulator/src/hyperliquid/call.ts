import type { Exchange } from '../exchange/exchange.ts';
import type { Account, OrderRecord } from '../exchange/records.ts';
import { readAddress } from './reading.ts';
import { wallet } from './traits.ts';

/** Returns the account of an address; anybody may query any account. */
export function accountOf({ accounts }: Exchange, address: string): Account | undefined {
  return accounts.all().find(({ apiKey }) => apiKey.toLowerCase() === address);
}

/** Returns the orders of an address, oldest first; none for an unknown address. */
export function ordersOf(exchange: Exchange, user: unknown): readonly OrderRecord[] {
  const account = accountOf(exchange, readAddress(user));
  return account ? exchange.orders(account, wallet) : [];
}

/** Returns the client id with which an order was sent. */
export function cloidOf({ words }: OrderRecord): string | undefined {
  return words.cloid || undefined;
}
