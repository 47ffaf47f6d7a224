export type Side = 'bids' | 'asks';

/**
 * Returns steps that suit a price: 1, 2 and 5 times powers of ten, from about a hundred-thousandth
 * to a thousandth of it. Finer steps would show no more than ticks. Coarser steps would have
 * nothing to show, because venues stream only their best levels.
 */
export function stepsFor(price: number): readonly number[] {
  if (!(price > 0) || !Number.isFinite(price)) return [];
  const size = Math.floor(Math.log10(price)) - 5;
  const steps = [0, 1].flatMap((above) => [1, 2, 5].map((factor) => power(factor, size + above)));
  return [...steps, power(1, size + 2)];
}

/** Returns `factor` times ten to the `exponent`, as exact as the literal: a product has noise. */
function power(factor: number, exponent: number): number {
  return Number(`${factor}e${exponent}`);
}

/** Returns the number of decimals that multiples of a step need. */
export function digitsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = value.toString().split('e');
  const written = mantissa.split('.')[1]?.length ?? 0;
  return Math.max(0, written - Number(exponent));
}

/** Rounding noise of a quotient: one this close to a whole number is taken as that number. */
const noise = 8 * Number.EPSILON;

/** Returns the price at which a level is shown: bids round down and asks up to the step. */
export function bucketPrice(price: number, step: number | undefined, side: Side): number {
  if (step === undefined) return price;
  const quotient = price / step;
  const nearest = Math.round(quotient);
  const isMultiple = Math.abs(quotient - nearest) <= noise * Math.abs(quotient);
  const away = side === 'bids' ? Math.floor(quotient) : Math.ceil(quotient);
  const count = isMultiple ? nearest : away;
  return Number((count * step).toFixed(Math.min(100, digitsOf(step))));
}
