import { InvalidArgumentError } from 'commander';

/**
 * Returns the text as an integer within the bounds, or throws with a message for a command line.
 */
export function toInteger(text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new InvalidArgumentError(`Expected an integer from ${min} to ${max}.`);
}

/** Returns the names of a comma-separated list of at least one. */
export function toList(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const given = names.filter((name) => name !== '');
  if (given.length > 0) return given;
  throw new InvalidArgumentError('Expected at least one name.');
}

/** Returns the text as a number above 0, without exponents or signs. */
export function toAmount(text: string): number {
  const value = Number(text);
  if (/^(\d+\.?\d*|\.\d+)$/.test(text) && value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Expected a number above 0.');
}
