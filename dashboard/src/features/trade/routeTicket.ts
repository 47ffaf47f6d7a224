import type { DataOf } from '@windlass/client';
import { formatExact } from '../../shared/format.ts';
import { moneyOf } from '../../shared/money.ts';
import { marketTypeOf } from '../../shared/symbol.ts';
import { readNumber } from '../../shared/ui/Field.tsx';
import type { RouteInput } from './queries.ts';
import { faultOf, type Ticket, type Wrong } from './ticket.ts';

export type TradedAccount = DataOf<'listTradedAccounts'>['accounts'][number];

/** Fields of a route in addition to the ticket. */
export interface RouteTicket {
  /** Undefined until somebody chooses: all accounts that can trade the symbol. */
  readonly accountIds: readonly string[] | undefined;
  readonly maxVenues: string;
  readonly maxSlippageBps: string;
  /** Only for contracts; left out for spot. */
  readonly reduceOnly: boolean;
}

/** The router's own defaults (Trading §8). */
export const usualRoute: RouteTicket = {
  accountIds: undefined,
  maxVenues: '3',
  maxSlippageBps: '50',
  reduceOnly: false,
};

/** Returns the accounts that could trade a symbol which these exchanges list. */
export function routable(
  accounts: readonly TradedAccount[],
  exchanges: readonly string[],
): readonly TradedAccount[] {
  return accounts.filter(({ exchange, halted }) => exchanges.includes(exchange) && !halted);
}

/**
 * Returns the chosen accounts, if they still exist. Before a choice, it returns all accounts of one
 * kind of money, paper first.
 */
export function chosenAccounts(
  { accountIds }: RouteTicket,
  able: readonly TradedAccount[],
): readonly TradedAccount[] {
  if (accountIds) return able.filter((one) => accountIds.includes(one.exchange_account_id));
  const paper = able.filter(({ mode }) => mode === 'paper');
  if (paper.length > 0) return paper;
  const [first] = able;
  return able.filter((one) => first && moneyOf(one) === moneyOf(first));
}

export type RouteReading =
  | { readonly kind: 'whole'; readonly input: RouteInput }
  | { readonly kind: 'unfinished'; readonly missing: readonly string[]; readonly wrong: Wrong };

const venuesMax = 32;
const slippageMaxBps = 1_000;

export function readRoute(
  route: RouteTicket,
  { side, quantity: quantityText }: Pick<Ticket, 'side' | 'quantity'>,
  { symbol, accounts }: { readonly symbol: string; readonly accounts: readonly TradedAccount[] },
): RouteReading {
  const quantity = readNumber(quantityText);
  const venues = readNumber(route.maxVenues);
  const slippage = readNumber(route.maxSlippageBps);
  const wrong: Record<string, string> = {};
  const fault = quantity === undefined ? undefined : faultOf('quantity', quantity);
  if (fault !== undefined) wrong.quantity = fault;
  if (venues === undefined || !Number.isInteger(venues) || venues < 1 || venues > venuesMax) {
    wrong.max_venues = `A whole number from 1 to ${venuesMax}.`;
  }
  if (slippage === undefined || !(slippage > 0 && slippage <= slippageMaxBps)) {
    wrong.max_slippage_bps = `Above 0, and at most ${formatExact(slippageMaxBps)} bps.`;
  }
  const missing = [
    ...(quantity === undefined ? ['a quantity'] : []),
    ...(accounts.length === 0 ? ['an account'] : []),
  ];
  if (quantity === undefined || missing.length > 0 || Object.keys(wrong).length > 0) {
    return { kind: 'unfinished', missing, wrong };
  }
  const exchange_account_ids = accounts.map((account) => account.exchange_account_id);
  const limits = { max_venues: venues, max_slippage_bps: slippage };
  const reduce_only = route.reduceOnly && marketTypeOf(symbol) !== 'spot' ? true : undefined;
  const order = { symbol, side, quantity, exchange_account_ids, reduce_only };
  return { kind: 'whole', input: { ...order, ...limits } };
}

/** Returns the button's text, for example "Buy 5 BTC/USDT over 3 accounts". */
export function describeRoute({
  side,
  quantity,
  symbol,
  exchange_account_ids,
  reduce_only,
}: RouteInput): string {
  const count = exchange_account_ids.length;
  const over = count === 1 ? `on ${exchange_account_ids[0]}` : `over up to ${count} accounts`;
  const what = `${side === 'buy' ? 'Buy' : 'Sell'} ${formatExact(quantity)} ${symbol} ${over}`;
  return reduce_only ? `${what}, reduce-only` : what;
}
