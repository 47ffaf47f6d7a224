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

/** An order with what its market is. */
export interface MeasuredMarket {
  readonly symbol: InstrumentSymbol;
  readonly order: MeasuredOrder;
  /** At least one. */
  readonly books: readonly EligibleBook[];
  /** USD of one unit of the quote, and of what contracts are settled in. */
  readonly quoteUsd: number;
  readonly settleUsd: number;
}

/** What one account could take of an order. Parts of it are told as 1 for the whole. */
export interface Capacity {
  readonly facts: AccountFacts;
  /** What is spent of its money for one unit of what the order spends. */
  readonly rate: number;
  /** What the order closes of its own position, in what the order spends. */
  readonly closed: number;
  /** What its money and its position carry; 0 when its balance is not known. */
  readonly byMoney: number;
  /** What the order counts against its limits when it sends the whole of it. */
  readonly valueMicroUsd: number;
  /** What it may still send today, and how much of that in one order. */
  readonly dayMicroUsd: number;
  readonly orderMicroUsd: number;
}

/** The accounts of an order, by whether they count. */
export interface Carriers {
  readonly counted: readonly Capacity[];
  readonly others: readonly Capacity[];
  /** Sentences on the others. */
  readonly idle: string;
}

/** Sums of floats are this exact, and no step of any balance is as fine. */
const noise = 1e-12;

/** What is spent in the asset it is spent in: the worth, or the quantity of a spot sell. */
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
    ...{ facts, rate, closed, dayMicroUsd },
    byMoney: facts.power ? wholeOr(partOf(carried, spent)) : 0,
    valueMicroUsd: sentMicroUsd(market, facts),
    orderMicroUsd: isFull(facts) ? 0 : Math.min(dayMicroUsd, orderBound(facts)),
  };
}

/** Whether accounts carry an order: one of them alone, or several between them. */
export function isCarried(parts: readonly number[]): boolean {
  if (parts.some((part) => part >= 1)) return true;
  const able = parts.filter((part) => part > 0);
  return able.length > 1 && able.reduce((sum, part) => sum + part, 0) >= 1 - noise;
}

/** Whether it has as many open orders as it may have. */
export function isFull({ account, openOrders = 0 }: AccountFacts): boolean {
  const { maxOpenOrders = Infinity } = account.limits;
  return openOrders >= maxOpenOrders;
}

/** Infinity where nothing bounds a single order. */
export function orderBound({ account, capMicroUsd = Infinity }: AccountFacts): number {
  return Math.min(capMicroUsd, account.limits.maxOrderMicroUsd ?? Infinity);
}

/**
 * A contract takes its worth over the account's leverage, a spot buy its worth, a spot sell its
 * quantity. The fee comes on top where it is paid beside that: of contracts, and of spot buys whose
 * fee is not kept from what is bought.
 */
function rateOf({ symbol, order }: MeasuredMarket, facts: AccountFacts): number {
  const { power, makerBps, takerBps, paysFeeOnTop } = facts;
  // What rests may pay the fee of a maker, which an owner may have set above that of a taker.
  const feeBps = order.type === 'limit' ? Math.max(0, makerBps, takerBps) : Math.max(0, takerBps);
  if (marketTypeOf(symbol) !== 'spot') return 1 / (power?.leverage ?? 1) + feeBps / 1e4;
  return order.side === 'buy' && paysFeeOnTop ? 1 + feeBps / 1e4 : 1;
}

/** At least what sending the whole order would reserve, as it is asked for and on its steps. */
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

/** Of an order too small for any arithmetic anybody carries the whole. */
function partOf(carried: number, spent: number): number {
  return spent > 0 ? carried / spent : 1;
}

function wholeOr(part: number): number {
  return part < 1 && part >= 1 - noise ? 1 : part;
}
