/**
 * Rounds half away from zero to `digits` decimals, through decimal text so that 1.005 rounds
 * correctly. 64-bit floats beyond 2^53 have no such decimals and stay as they are.
 */
export function roundTo(value: number, digits: number): number {
  if (!Number.isFinite(value)) return value;
  const [mantissa = '0', exponent = '0'] = Math.abs(value).toExponential().split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  if (shifted > Number.MAX_SAFE_INTEGER) return value;
  return Math.sign(value) * Number(`${shifted}e${-digits}`);
}

/** Returns the number of decimal places of a step such as 0.01 or 1e-8. */
export function stepDecimals(step: number): number {
  const [mantissa = '', exponent = '0'] = step.toExponential().split('e');
  const digits = mantissa.split('.')[1]?.length ?? 0;
  return Math.max(0, digits - Number(exponent));
}

/** Limits a value to [low, high]. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
