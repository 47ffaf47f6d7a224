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
  /** The exchange for spot, where withdrawals go. */
  readonly spot: () => Exchange;
  /** Counts up. */
  readonly nextNumber: () => number;
}

/** Who may call: anybody, or who signed. */
export type Route =
  | {
      readonly isSigned: false;
      readonly answer: (call: PublicCall) => object;
      readonly isBare?: true;
    }
  | {
      readonly isSigned: true;
      readonly answer: (call: Call) => object;
      /** Answers of the history, of charts and of keys have no result and no time. */
      readonly isBare?: true;
    };

/** By method and path. */
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

/** Names of products are the same in small letters. */
export function marketOf(exchange: Exchange, symbol: string): Market | undefined {
  return allMarkets(exchange).find(({ id }) => id === symbol.toUpperCase());
}

export type Owner = Pick<Call, 'exchange' | 'account'>;

/** Oldest first, of all wallets of the account. */
export function recordsOf({ exchange, account }: Owner): readonly OrderRecord[] {
  return walletNames
    .flatMap((wallet) => exchange.orders(account, wallet))
    .sort((a, b) => a.id - b.id);
}
