import type { Exchange } from '../exchange/exchange.ts';
import type { Account, OrderRecord } from '../exchange/records.ts';
import { readAddress } from './reading.ts';
import { wallet } from './traits.ts';

/** The account with an address; anybody may ask for anybody's. */
export function accountOf({ accounts }: Exchange, address: string): Account | undefined {
  return accounts.all().find(({ apiKey }) => apiKey.toLowerCase() === address);
}

/** Oldest first; none of an address that nobody trades with. */
export function ordersOf(exchange: Exchange, user: unknown): readonly OrderRecord[] {
  const account = accountOf(exchange, readAddress(user));
  return account ? exchange.orders(account, wallet) : [];
}

/** The client id that an order was sent with. */
export function cloidOf({ words }: OrderRecord): string | undefined {
  return words.cloid || undefined;
}
