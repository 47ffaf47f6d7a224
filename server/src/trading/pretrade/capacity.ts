import { normaliseOrder, rulesOf, worthMicroUsd } from '../execution/index.ts';
import { marketTypeOf } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { AccountFacts } from './facts.ts';
import type { EligibleBook } from './types.ts';
import {
  limitValueMicroUsd,
  type MeasuredOrder,
  orderWorth,
  quoteAt,
  steppedOrder,
} from './worth.ts';

/** An order with its market. */
export interface MeasuredMarket {
  readonly symbol: InstrumentSymbol;
  readonly order: MeasuredOrder;
  /** At least one. */
  readonly books: readonly EligibleBook[];
  /** USD of one unit of the quote, and of what contracts are settled in. */
  readonly quoteUsd: number;
  readonly settleUsd: number;
}

/** The part of an order that one account could carry. A part of 1 is the whole order. */
export interface Capacity {
  readonly facts: AccountFacts;
  /** Units of its balance that the account spends for one unit that the order spends. */
  readonly rate: number;
  /** The part that closes the account's own position, in the asset that the order spends. */
  readonly closed: number;
  /** The part that its balance and its position carry; 0 when its balance is not known. */
  readonly byMoney: number;
  /** The value that counts against the limits when the account sends the whole order. */
  readonly valueMicroUsd: number;
  /** The value that it may still send today, and the most of it in one order. */
  readonly dayMicroUsd: number;
  readonly orderMicroUsd: number;
}

/** The accounts of an order, by whether they count. */
export interface Carriers {
  readonly counted: readonly Capacity[];
  readonly others: readonly Capacity[];
  /** Sentences about the others. */
  readonly idle: string;
}

/** Rounding error of sums of floats; no balance has a finer step. */
const noise = 1e-12;

/** Returns what the order spends, in its own asset: the worth, or the quantity of a spot sell. */
export function spentBy({ symbol, order, books, quoteUsd, settleUsd }: MeasuredMarket): number {
  if (marketTypeOf(symbol) !== 'spot') return (orderWorth(order, books) * quoteUsd) / settleUsd;
  return order.side === 'sell' ? order.quantity : orderWorth(order, books);
}

export function capacityOf(market: MeasuredMarket, facts: AccountFacts): Capacity {
  const { order } = market;
  const spent = spentBy(market);
  const rate = rateOf(market, facts);
  const closed = spent * Math.min(1, facts.closable / order.quantity);
  const free = facts.power?.free ?? 0;
  const carried = closed + free / rate;
  const dayMicroUsd = facts.remainingMicroUsd;
  return {
    facts,
    rate,
    closed,
    dayMicroUsd,
    byMoney: facts.power ? wholeOr(partOf(carried, spent)) : 0,
    valueMicroUsd: sentMicroUsd(market, facts),
    orderMicroUsd: isFull(facts) ? 0 : Math.min(dayMicroUsd, orderBound(facts)),
  };
}

/** Returns true when the accounts carry the order: one of them alone, or several together. */
export function isCarried(parts: readonly number[]): boolean {
  if (parts.some((part) => part >= 1)) return true;
  const able = parts.filter((part) => part > 0);
  return able.length > 1 && able.reduce((sum, part) => sum + part, 0) >= 1 - noise;
}

/** Returns true when the account has reached its maximum number of open orders. */
export function isFull({ account, openOrders = 0 }: AccountFacts): boolean {
  const { maxOpenOrders = Infinity } = account.limits;
  return openOrders >= maxOpenOrders;
}

/** Returns the largest value of a single order; Infinity without a limit. */
export function orderBound({ account, capMicroUsd = Infinity }: AccountFacts): number {
  return Math.min(capMicroUsd, account.limits.maxOrderMicroUsd ?? Infinity);
}

/**
 * A contract takes its worth over the account's leverage, a spot buy its worth, a spot sell its
 * quantity. The fee comes on top where it is paid separately: for contracts, and for spot buys
 * whose fee is not taken from the bought asset.
 */
function rateOf({ symbol, order }: MeasuredMarket, facts: AccountFacts): number {
  const { power, makerBps, takerBps, paysFeeOnTop } = facts;
  // A resting order may pay the maker fee, which an owner may have set above the taker fee.
  const feeBps = order.type === 'limit' ? Math.max(0, makerBps, takerBps) : Math.max(0, takerBps);
  if (marketTypeOf(symbol) !== 'spot') return 1 / (power?.leverage ?? 1) + feeBps / 1e4;
  return order.side === 'buy' && paysFeeOnTop ? 1 + feeBps / 1e4 : 1;
}

/** Returns at least what sending the whole order would reserve, requested or rounded to steps. */
function sentMicroUsd(market: MeasuredMarket, { account, market: listed }: AccountFacts): number {
  const { order, books, quoteUsd } = market;
  const quote = quoteAt(books, account.venue);
  const stepped = steppedOrder(order);
  const normalised = normaliseOrder(stepped, rulesOf(listed, { reduceOnly: false }), quote.mid);
  const sent = normalised.ok ? [stepped, normalised.order] : [stepped];
  return Math.max(
    limitValueMicroUsd(order, market),
    ...sent.map((each) => worthMicroUsd(each, quote, quoteUsd)),
  );
}

/** Any account carries the whole of an order that is too small for floating point. */
function partOf(carried: number, spent: number): number {
  return spent > 0 ? carried / spent : 1;
}

function wholeOr(part: number): number {
  return part < 1 && part >= 1 - noise ? 1 : part;
}
