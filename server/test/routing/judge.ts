import type { RouteProblem } from '../../src/trading/routing/allocation/types.ts';
import { type ExactProblem, type ExactVenue, toExact } from './exact.ts';

/** The figures of a split, calculated level by level and slice by slice. */
export interface Verdict {
  /** Rules that it breaks; empty when it is allowed. */
  readonly faults: readonly string[];
  readonly allocated: bigint;
  readonly excess: bigint;
  /** Exact, so that two splits compare without rounding. */
  readonly cost: bigint;
}

/** Judges a split of a problem by the definitions of its types. */
export function judge(
  problem: RouteProblem,
  quantities: readonly (readonly number[])[],
  exact: ExactProblem = toExact(problem),
): Verdict {
  const faults: string[] = [];
  let allocated = 0n;
  let cost = 0n;
  let used = 0;
  if (quantities.length !== exact.venues.length) faults.push('another number of venues');
  for (const [index, venue] of exact.venues.entries()) {
    const own = quantities[index] ?? [];
    if (own.length !== venue.accounts.length) faults.push(`venue ${index}: other accounts`);
    const slices = own.map((quantity) => exact.ofBase(quantity) ?? -1n);
    const objections = slices.some((slice) => slice < 0n)
      ? [`${own.join(' and ')} are no quantities`]
      : objectionsOf(venue, slices);
    faults.push(...objections.map((text) => `venue ${index}: ${text}`));
    const total = slices.reduce((sum, slice) => sum + slice, 0n);
    allocated += total;
    if (total > 0n) used += 1;
    cost += slippageOf(venue, total);
    for (const [at, { fee }] of venue.accounts.entries()) cost += fee * (slices[at] ?? 0n);
  }
  if (used > exact.maxVenues) faults.push(`${used} venues of ${exact.maxVenues}`);
  const left = exact.quantity - allocated;
  if (left < 0n) faults.push('more than was asked for');
  const within = left < exact.tolerance ? left : exact.tolerance;
  return { faults, allocated, excess: left - within, cost: cost + within * exact.dearest };
}

function objectionsOf(venue: ExactVenue, slices: readonly bigint[]): string[] {
  const total = slices.reduce((sum, slice) => sum + slice, 0n);
  if (total > venue.depth) return ['deeper than its book'];
  const price = limitPriceOf(venue, total);
  return slices.flatMap((slice, at) => {
    const { min = 0n, max, maxValue } = venue.accounts[at] ?? {};
    if (slice === 0n) return [];
    return [
      ...(slice % venue.step === 0n ? [] : [`account ${at} is off the step`]),
      ...(slice >= min ? [] : [`account ${at} is below its minimum`]),
      ...(max === undefined || slice <= max ? [] : [`account ${at} is above its maximum`]),
      ...(maxValue === undefined || slice * price <= maxValue
        ? []
        : [`account ${at} is worth more than it may`]),
    ];
  });
}

/** Returns the price of the worst level that a total touches. */
function limitPriceOf({ levels }: ExactVenue, total: bigint): bigint {
  let left = total;
  for (const { price, quantity } of levels) {
    left -= quantity;
    if (left <= 0n) return price;
  }
  return levels.at(-1)?.price ?? 0n;
}

function slippageOf({ levels }: ExactVenue, total: bigint): bigint {
  let left = total;
  let cost = 0n;
  for (const { quantity, slippage } of levels) {
    const taken = left < quantity ? left : quantity;
    if (taken <= 0n) break;
    cost += taken * slippage;
    left -= taken;
  }
  return cost;
}
