import { InvalidArgumentError } from 'commander';

/** Returns the text as an integer within the bounds, or refuses it in words for a command line. */
export function toInteger(text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new InvalidArgumentError(`Expected an integer from ${min} to ${max}.`);
}

/** Returns the names of a comma-separated list; at least one. */
export function toList(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const given = names.filter((name) => name !== '');
  if (given.length > 0) return given;
  throw new InvalidArgumentError('Expected at least one name.');
}
