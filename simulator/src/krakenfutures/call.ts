import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import type { Account, OrderRecord } from '../exchange/records.ts';
import type { Parameters } from './parameters.ts';
import { walletNames } from './traits.ts';
import type { Unplaced } from './unplaced.ts';

/** A request that was understood. */
export interface PublicCall {
  readonly exchange: Exchange;
  readonly parameters: Parameters;
}

export interface Call extends PublicCall {
  readonly account: Account;
  readonly unplaced: Unplaced;
  /** The spot exchange, to which withdrawals go. */
  readonly spot: () => Exchange;
  /** Returns the next number. */
  readonly nextNumber: () => number;
}

/** A route that is open to everybody, or needs a signature. */
export type Route =
  | {
      readonly isSigned: false;
      readonly answer: (call: PublicCall) => object;
      readonly isBare?: true;
    }
  | {
      readonly isSigned: true;
      readonly answer: (call: Call) => object;
      /** True for answers without result and time: those of the history, charts and keys. */
      readonly isBare?: true;
    };

/** Routes by method and path. */
export type Routes = Readonly<Record<string, Route>>;

export function signed(answer: (call: Call) => object): Route {
  return { isSigned: true, answer };
}

export function open(answer: (call: PublicCall) => object): Route {
  return { isSigned: false, answer };
}

export function allMarkets(exchange: Exchange): readonly Market[] {
  return walletNames.flatMap((wallet) => exchange.markets(wallet));
}

/** Returns a market; the case of its name does not matter. */
export function marketOf(exchange: Exchange, symbol: string): Market | undefined {
  return allMarkets(exchange).find(({ id }) => id === symbol.toUpperCase());
}

export type Owner = Pick<Call, 'exchange' | 'account'>;

/** Returns the orders of all wallets of the account, oldest first. */
export function recordsOf({ exchange, account }: Owner): readonly OrderRecord[] {
  return walletNames
    .flatMap((wallet) => exchange.orders(account, wallet))
    .sort((a, b) => a.id - b.id);
}
