import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import type { Account, OrderRecord } from '../exchange/records.ts';
import { refusals } from './errors.ts';
import { namesOf } from './pairs.ts';
import type { Parameters } from './parameters.ts';

/** The only wallet of this exchange; futures are another exchange with other hosts. */
export const wallet = 'spot';

export interface PublicCall {
  readonly exchange: Exchange;
  readonly parameters: Parameters;
}

/** A request that was signed. */
export interface Call extends PublicCall {
  readonly account: Account;
}

/** Routes by the last part of the path. */
export type Routes<Asked> = Readonly<Record<string, (call: Asked) => unknown>>;

/** Returns a pair by any of its names; throws a refusal for an unknown one. */
export function pairNamed({ exchange }: PublicCall, name: string): Market {
  const found = exchange.markets(wallet).find((market) => namesOf(market).includes(name));
  if (!found) throw refusals.noPair();
  return found;
}

/** Returns the named pairs, or all. */
export function pairsNamed(call: PublicCall): readonly Market[] {
  const names = call.parameters.list('pair');
  if (names.length === 0) return call.exchange.markets(wallet);
  return names.map((name) => pairNamed(call, name));
}

/** Returns the account's orders, oldest first. */
export function ordersOf({ exchange, account }: Call): readonly OrderRecord[] {
  return exchange.orders(account, wallet);
}
