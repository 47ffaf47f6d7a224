import { inDollars } from '../execution/index.ts';
import {
  type Capacity,
  type Carriers,
  isCarried,
  isFull,
  type MeasuredMarket,
  orderBound,
} from './capacity.ts';
import type { AccountFacts } from './facts.ts';
import { fullNotes } from './notes.ts';
import type { Check, Failure } from './types.ts';
import { limitValueMicroUsd } from './worth.ts';

const name = 'daily_limit';
const code = 'DAILY_LIMIT_EXCEEDED';

const resume: Failure = { code, advice: 'Resume an account, or name others.' };
const split: Failure = {
  code,
  advice: 'Split the order into several, none of them above the bound of a single order.',
};
const makeRoom: Failure = {
  code,
  advice: 'Cancel open orders of the accounts, or raise their max_open_orders.',
};
const spread: Failure = {
  code,
  advice: 'Make the order smaller, or move funds to accounts whose limits have room.',
};

/**
 * Checks the day's limits and the limits of a single order: the development cap (Trading §8),
 * `max_order_usd` and `max_open_orders`. An order beyond those would be refused when it is sent, so
 * they belong to this check; each account takes one order of at most its own limit.
 */
export function checkDailyLimit(
  market: MeasuredMarket,
  { counted: capacities, idle }: Pick<Carriers, 'counted' | 'idle'>,
): Check {
  const facts = capacities.map((each) => each.facts);
  const notes = `${idle}${fullNotes(facts)}`;
  const limits = sumOf(facts.map(({ account }) => account.dailyLimitMicroUsd));
  const bounds = sumOf(facts.map(boundOf));
  const day = allowanceOf(market, capacities, ({ dayMicroUsd }) => dayMicroUsd);
  if (!day.isEnough) {
    const left = inDollars(day.leftMicroUsd);
    const message = `Order would exceed daily limit. Remaining: ${left}.${notes}`;
    const failure = facts.length === 0 ? { failure: resume } : {};
    return { name, passed: false, message, details: detailsOf(day, limits), ...failure };
  }
  const single = allowanceOf(market, capacities, ({ orderMicroUsd }) => orderMicroUsd);
  if (!single.isEnough) {
    const message =
      `Order value ${inDollars(single.valueMicroUsd)} exceeds what single orders of these ` +
      `accounts may come to (${boundNames(facts)}): ${inDollars(single.leftMicroUsd)}.${notes}`;
    const failure = facts.every(isFull) ? makeRoom : split;
    return { name, passed: false, message, details: detailsOf(single, bounds), failure };
  }
  const paid = allowanceOf(market, capacities, paidMicroUsd);
  // The balance check reports a lack of money.
  const hasMoney = isCarried(capacities.map(({ byMoney }) => byMoney));
  if (hasMoney && !paid.isEnough) {
    const message =
      `Order value ${inDollars(paid.valueMicroUsd)} exceeds what the accounts could take, each ` +
      `with its own money and limits: ${inDollars(paid.leftMicroUsd)}.${notes}`;
    return { name, passed: false, message, details: detailsOf(paid, bounds), failure: spread };
  }
  const value = inDollars(day.valueMicroUsd);
  const message = `Order value ${value}, ${inDollars(day.leftMicroUsd)} remaining today.${notes}`;
  return { name, passed: true, message };
}

/** The value that the limits of accounts leave, beside the order's value when they share it. */
interface Allowance {
  readonly isEnough: boolean;
  readonly leftMicroUsd: number;
  readonly valueMicroUsd: number;
}

/**
 * Each account values the order at its own exchange's prices. The order is shared in proportion to
 * what each account's limit leaves, so that its value fits exactly when the accounts carry it.
 */
function allowanceOf(
  market: MeasuredMarket,
  capacities: readonly Capacity[],
  leftIn: (each: Capacity) => number,
): Allowance {
  const allowances = capacities.map((each) => ({ left: leftIn(each), value: each.valueMicroUsd }));
  const parts = allowances.map(({ left, value }) => left / value);
  const leftMicroUsd = sumOf(allowances.map((each) => each.left));
  const able = allowances.filter(({ left }) => left > 0);
  const [first = { value: limitValueMicroUsd(market.order, market) }] =
    able.length > 0 ? able : allowances;
  // For one account the value is exact, as is the limit it is compared with.
  const isShared = able.length > 1;
  return {
    isEnough: isCarried(parts),
    leftMicroUsd: Math.floor(leftMicroUsd),
    valueMicroUsd: isShared ? Math.round(leftMicroUsd / sumOf(parts)) : first.value,
  };
}

/** Returns the value that both the account's money and its limits allow. */
function paidMicroUsd({ byMoney, orderMicroUsd, valueMicroUsd }: Capacity): number {
  return Math.min(orderMicroUsd, byMoney * valueMicroUsd);
}

/** Returns the largest single order of a whole day. */
function boundOf(facts: AccountFacts): number {
  return isFull(facts) ? 0 : Math.min(facts.account.dailyLimitMicroUsd, orderBound(facts));
}

function detailsOf({ valueMicroUsd, leftMicroUsd }: Allowance, limitMicroUsd: number) {
  return {
    order_value_usd: valueMicroUsd / 1e6,
    remaining_usd: leftMicroUsd / 1e6,
    limit_usd: limitMicroUsd / 1e6,
  };
}

function boundNames(facts: readonly AccountFacts[]): string {
  const names = facts.flatMap((each) => {
    if (isFull(each)) return ['max_open_orders'];
    const { capMicroUsd = Infinity, account } = each;
    const { maxOrderMicroUsd = Infinity } = account.limits;
    if (capMicroUsd === Infinity && maxOrderMicroUsd === Infinity) return [];
    return [capMicroUsd <= maxOrderMicroUsd ? 'development-mode safety limit' : 'max_order_usd'];
  });
  return [...new Set(names)].join(', ');
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
