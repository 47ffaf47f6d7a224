import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import type { Account, OrderRecord } from '../exchange/records.ts';
import { notSimulated, refusals } from './errors.ts';
import type { Parameters } from './parameters.ts';
import { type Category, categoryOf, unified } from './traits.ts';
import type { Updates } from './updates.ts';

/** A request that was understood. */
export interface PublicCall {
  readonly exchange: Exchange;
  readonly updates: Updates;
  readonly parameters: Parameters;
}

export interface Call extends PublicCall {
  readonly account: Account;
}

/** A route that is open to everybody, or needs a signature. */
export type Route =
  | { readonly security: 'none'; readonly answer: (call: PublicCall) => object }
  | { readonly security: 'signed'; readonly answer: (call: Call) => object };

/** Routes by method and path. */
export type Routes = Readonly<Record<string, Route>>;

export function signed(answer: (call: Call) => object): Route {
  return { security: 'signed', answer };
}

export function open(answer: (call: PublicCall) => object): Route {
  return { security: 'none', answer };
}

/** Returns the category, which is always named: spot and contracts share names of markets. */
export function readCategory({ parameters }: PublicCall): Category {
  const category = parameters.required('category');
  if (category === 'option') throw notSimulated('options');
  if (category === 'spot' || category === 'linear' || category === 'inverse') return category;
  throw refusals.noCategory();
}

export function marketsOf(
  { exchange }: Pick<PublicCall, 'exchange'>,
  category: Category,
): readonly Market[] {
  return exchange.markets(unified).filter(({ definition }) => categoryOf(definition) === category);
}

/** Returns undefined when no symbol was named; throws a refusal for an unknown one. */
export function optionalMarket(call: PublicCall, category: Category): Market | undefined {
  const symbol = call.parameters.text('symbol');
  if (symbol === undefined) return undefined;
  const market = marketsOf(call, category).find(({ id }) => id === symbol);
  if (!market) throw refusals.noSymbol(category === 'spot');
  return market;
}

export function readMarket(call: PublicCall): { readonly market: Market; category: Category } {
  const category = readCategory(call);
  call.parameters.required('symbol');
  const market = optionalMarket(call, category);
  if (!market) throw refusals.noSymbol(category === 'spot');
  return { market, category };
}

/** Returns a category of contracts; refuses spot, which has no positions. */
export function readContracts(call: PublicCall): Category {
  const category = readCategory(call);
  if (category === 'spot') throw refusals.noCategory();
  return category;
}

/** Returns the named contract. */
export function marginedMarket(call: PublicCall): Market {
  readContracts(call);
  return readMarket(call).market;
}

/** Returns the account's orders of a category, oldest first. */
export function ordersOf({ exchange, account }: Call, category: Category): OrderRecord[] {
  return exchange
    .orders(account, unified)
    .filter(({ market }) => categoryOf(market.definition) === category);
}
