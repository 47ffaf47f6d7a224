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

/** Who may call: anybody, or who signed. */
export type Route =
  | { readonly security: 'none'; readonly answer: (call: PublicCall) => object }
  | { readonly security: 'signed'; readonly answer: (call: Call) => object };

/** By method and path. */
export type Routes = Readonly<Record<string, Route>>;

export function signed(answer: (call: Call) => object): Route {
  return { security: 'signed', answer };
}

export function open(answer: (call: PublicCall) => object): Route {
  return { security: 'none', answer };
}

/** Spot and contracts share names, so that a market is named with its category. */
export function categoryAsked({ parameters }: PublicCall): Category {
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

/** Undefined when no symbol was named; refused when there is no such market. */
export function optionalMarket(call: PublicCall, category: Category): Market | undefined {
  const symbol = call.parameters.text('symbol');
  if (symbol === undefined) return undefined;
  const market = marketsOf(call, category).find(({ id }) => id === symbol);
  if (!market) throw refusals.noSymbol(category === 'spot');
  return market;
}

export function marketAsked(call: PublicCall): { readonly market: Market; category: Category } {
  const category = categoryAsked(call);
  call.parameters.required('symbol');
  const market = optionalMarket(call, category);
  if (!market) throw refusals.noSymbol(category === 'spot');
  return { market, category };
}

/** Of contracts: spot has no positions. */
export function contractsAsked(call: PublicCall): Category {
  const category = categoryAsked(call);
  if (category === 'spot') throw refusals.noCategory();
  return category;
}

/** A contract that was named. */
export function marginedMarket(call: PublicCall): Market {
  contractsAsked(call);
  return marketAsked(call).market;
}

/** Oldest first. */
export function ordersOf({ exchange, account }: Call, category: Category): OrderRecord[] {
  return exchange
    .orders(account, unified)
    .filter(({ market }) => categoryOf(market.definition) === category);
}
