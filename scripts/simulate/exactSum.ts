// Arithmetic of the checker alone: it shares nothing with the arithmetic of the service.

/** Digits after the point: as many as any asset has. */
const places = 18;
const whole = 10n ** BigInt(places);

/** Decimal text in units of 10^-18; throws for what is none or finer. */
export function units(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,18}))?$/.exec(text);
  if (!match) throw new Error(`${JSON.stringify(text)} is no decimal`);
  const [, sign = '', front = '', back = ''] = match;
  return BigInt(`${sign}${front}${back.padEnd(places, '0')}`);
}

/** Price times quantity; exact as long as both together have at most 18 places. */
export function times(price: number, quantity: string): bigint {
  return (units(String(price)) * units(quantity)) / whole;
}

export function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

/** Millionths, rounded up, as limits count. */
export function microUp(value: bigint): bigint {
  const step = whole / 1_000_000n;
  return value > 0n ? (value + step - 1n) / step : value / step;
}
