export type Side = 'bids' | 'asks';

/**
 * Steps that suit a price: 1, 2 and 5 times powers of ten, from about a hundred-thousandth to a
 * thousandth of it. Finer shows nothing that ticks do not, coarser has nothing to show: venues
 * stream their best levels alone.
 */
export function stepsFor(price: number): readonly number[] {
  if (!(price > 0) || !Number.isFinite(price)) return [];
  const size = Math.floor(Math.log10(price)) - 5;
  const steps = [0, 1].flatMap((above) => [1, 2, 5].map((factor) => power(factor, size + above)));
  return [...steps, power(1, size + 2)];
}

/** `factor` times ten to the `exponent`, as the literal would be: no noise of a product. */
function power(factor: number, exponent: number): number {
  return Number(`${factor}e${exponent}`);
}

/** Digits after the point that multiples of a step need. */
export function digitsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = value.toString().split('e');
  const written = mantissa.split('.')[1]?.length ?? 0;
  return Math.max(0, written - Number(exponent));
}

/** Of a quotient: what is nearer to a whole number than this is that number. */
const noise = 8 * Number.EPSILON;

/** The price a level is shown at: bids go down and asks up to the next multiple of the step. */
export function bucketPrice(price: number, step: number | undefined, side: Side): number {
  if (step === undefined) return price;
  const quotient = price / step;
  const nearest = Math.round(quotient);
  const isMultiple = Math.abs(quotient - nearest) <= noise * Math.abs(quotient);
  const away = side === 'bids' ? Math.floor(quotient) : Math.ceil(quotient);
  const count = isMultiple ? nearest : away;
  return Number((count * step).toFixed(Math.min(100, digitsOf(step))));
}
