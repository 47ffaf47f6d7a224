import type { RouteProblem, RouteVenue } from '../../src/trading/routing/allocation/types.ts';

/*
 * A problem of the router in whole numbers. Every number stands for the shortest decimal that names
 * it (0.1 is a tenth), scaled until it has no decimals, so that sums, limits and costs are exact.
 * It shares no code with what it judges.
 */

export interface ExactProblem {
  /** The quantity in whole units. */
  readonly quantity: bigint;
  /** The finest step: the greatest number that every step is a multiple of. */
  readonly unit: bigint;
  /** The most that may be left without counting as excess: less than the coarsest step. */
  readonly tolerance: bigint;
  readonly coarsest: bigint;
  /** Cost of the most expensive unit on offer. */
  readonly dearest: bigint;
  /** Cost of the cheapest one. */
  readonly cheapest: bigint;
  /**
   * The rounding error of floats is measured against this: the largest slippage and the largest fee
   * of a unit, and at least one bps, since slippage is a difference of prices.
   */
  readonly size: bigint;
  readonly maxVenues: number;
  readonly venues: readonly ExactVenue[];
  /** Returns the exact base units of a number; undefined when the scale cannot represent it. */
  readonly ofBase: (value: number) => bigint | undefined;
  readonly toBase: (quantity: bigint) => number;
  /** Converts a sum of quantities times costs to bps × base units. */
  readonly toObjective: (cost: bigint) => number;
}

export interface ExactVenue {
  readonly step: bigint;
  /** Sum of the levels. */
  readonly depth: bigint;
  readonly levels: readonly ExactLevel[];
  readonly accounts: readonly ExactAccount[];
}

export interface ExactLevel {
  readonly price: bigint;
  readonly quantity: bigint;
  /** Slippage of one unit. */
  readonly slippage: bigint;
}

export interface ExactAccount {
  /** Fee and penalty of one unit. */
  readonly fee: bigint;
  readonly min: bigint;
  /** Undefined means unbounded; so does the next. */
  readonly max: bigint | undefined;
  /** Limit of quantity times price. */
  readonly maxValue: bigint | undefined;
}

const bpsOfOne = 10_000n;

export function toExact(problem: RouteProblem): ExactProblem {
  const { venues, mid, side } = problem;
  const accounts = venues.flatMap((venue) => venue.accounts);
  const levels = venues.flatMap((venue) => venue.levels);
  const quantityDigits = digitsOf([
    problem.quantity,
    ...venues.map(({ step }) => step),
    ...levels.map(([, quantity]) => quantity),
    ...accounts.flatMap(({ minQuantity, maxQuantity }) => [minQuantity, maxQuantity]),
  ]);
  const priceDigits = digitsOf([mid, ...levels.map(([price]) => price)]);
  const bpsDigits = digitsOf([
    ...venues.map(({ penaltyBps }) => penaltyBps),
    ...accounts.map(({ feeBps }) => feeBps),
  ]);
  const exactMid = scaled(mid, priceDigits);
  const sign = side === 'buy' ? 1n : -1n;
  const bpsScale = 10n ** BigInt(bpsDigits);
  const scales = { quantityDigits, priceDigits, bpsDigits, mid: exactMid, sign };
  const exactVenues = venues.map((venue) => toVenue(venue, scales));
  const unit = exactVenues.reduce((found, { step }) => commonStep(found, step), 0n) || 1n;
  const coarsest = exactVenues.reduce((most, { step }) => (step > most ? step : most), unit);
  const costs = exactVenues.flatMap((venue) =>
    venue.levels.flatMap(({ slippage }) => venue.accounts.map(({ fee }) => slippage + fee)),
  );
  const slippages = exactVenues.flatMap((venue) => venue.levels.map((level) => level.slippage));
  const fees = exactVenues.flatMap((venue) => venue.accounts.map((account) => account.fee));
  const quantity = scaled(problem.quantity, quantityDigits);
  const objectiveScale = exactMid * 10n ** BigInt(bpsDigits + quantityDigits);
  return {
    quantity: quantity - (quantity % unit),
    unit,
    coarsest,
    tolerance: smaller(coarsest - unit, (quantity / unit / 1_000n) * unit),
    dearest: costs.reduce((most, cost) => (cost > most ? cost : most), costs[0] ?? 0n),
    cheapest: costs.reduce((least, cost) => (cost < least ? cost : least), costs[0] ?? 0n),
    size: exactMid * bpsScale + largest(slippages) + largest(fees),
    maxVenues: problem.maxVenues,
    venues: exactVenues,
    ofBase: (value) =>
      decimalsOf(value) <= quantityDigits ? scaled(value, quantityDigits) : undefined,
    // Converted through text: the division of two rounded numbers may miss the nearest one.
    toBase: (value) => Number(`${value}e-${quantityDigits}`),
    toObjective: (cost) => Number(cost) / Number(objectiveScale),
  };
}

interface Scales {
  readonly quantityDigits: number;
  readonly priceDigits: number;
  readonly bpsDigits: number;
  readonly mid: bigint;
  /** Sign of slippage. */
  readonly sign: bigint;
}

function toVenue(
  { step, levels, penaltyBps, accounts }: RouteVenue,
  { quantityDigits, priceDigits, bpsDigits, mid, sign }: Scales,
): ExactVenue {
  const bpsScale = 10n ** BigInt(bpsDigits);
  const exactLevels = levels.map(([price, quantity]) => {
    const exactPrice = scaled(price, priceDigits);
    const slippage = sign * (exactPrice - mid) * bpsOfOne * bpsScale;
    return { price: exactPrice, quantity: scaled(quantity, quantityDigits), slippage };
  });
  const penalty = scaled(penaltyBps, bpsDigits);
  return {
    step: scaled(step, quantityDigits),
    depth: exactLevels.reduce((sum, { quantity }) => sum + quantity, 0n),
    levels: exactLevels,
    accounts: accounts.map((account) => ({
      fee: (scaled(account.feeBps, bpsDigits) + penalty) * mid,
      min: scaled(account.minQuantity, quantityDigits),
      max: bounded(account.maxQuantity, quantityDigits),
      maxValue: bounded(account.maxValue, quantityDigits + priceDigits),
    })),
  };
}

const largest = (values: readonly bigint[]): bigint =>
  values.map((value) => (value < 0n ? -value : value)).reduce((a, b) => (b > a ? b : a), 0n);

const digitsOf = (values: readonly number[]): number =>
  Math.max(0, ...values.filter(Number.isFinite).map(decimalsOf));

/** Returns the number of decimals of the shortest decimal that names the number. */
function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const behind = mantissa.split('.')[1]?.length ?? 0;
  return Math.max(0, behind - Number(exponent));
}

const bounded = (value: number, digits: number): bigint | undefined =>
  Number.isFinite(value) ? scaled(value, digits) : undefined;

/** Returns the number times a power of ten, rounded down if it has more digits than that. */
function scaled(value: number, digits: number): bigint {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [before = '', behind = ''] = mantissa.split('.');
  const shift = digits + Number(exponent) - behind.length;
  const whole = BigInt(before + behind);
  return shift >= 0 ? whole * 10n ** BigInt(shift) : whole / 10n ** BigInt(-shift);
}

function commonStep(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonStep(b, a % b);
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
