import { parseAmount } from '@windlass/matching';
import { Refusal, refusals } from './errors.ts';

/** The parameters that were sent, read as the exchange reads them. */
export interface Parameters {
  readonly names: readonly string[];
  has(name: string): boolean;
  text(name: string): string | undefined;
  required(name: string): string;
  /** Returns one of several words; throws a refusal otherwise. */
  word<T extends string>(name: string, words: readonly T[], refusal: () => Refusal): T | undefined;
  whole(name: string): number | undefined;
  /** Returns decimal text of zero or more. */
  decimal(name: string): string | undefined;
  flag(name: string): boolean | undefined;
}

const decimalPattern = /^([0-9]{1,20})(\.[0-9]{1,20})?$/;
const decimalRange = '^([0-9]{1,20})(\\.[0-9]{1,20})?$';
const wholePattern = /^[0-9]{1,20}$/;
const wholeRange = '^[0-9]{1,20}$';

/** @param sent All of query and body, in the order in which it came. */
export function readParameters(sent: readonly (readonly [string, string])[]): Parameters {
  const values = new Map<string, string>();
  for (const [name, value] of sent) {
    if (values.has(name)) throw new Refusal(-1101, `Duplicate values for parameter '${name}'.`);
    values.set(name, value);
  }
  const text = (name: string) => values.get(name) || undefined;
  const matching = (name: string, pattern: RegExp, range: string) => {
    const value = text(name);
    if (value !== undefined && !pattern.test(value)) throw refusals.illegal(name, range);
    return value;
  };
  return {
    names: [...values.keys()],
    has: (name) => text(name) !== undefined,
    text,
    required(name) {
      const value = text(name);
      if (value === undefined) throw refusals.missing(name);
      return value;
    },
    word(name, words, refusal) {
      const value = text(name);
      const word = words.find((each) => each === value);
      if (value !== undefined && word === undefined) throw refusal();
      return word;
    },
    whole(name) {
      const value = matching(name, wholePattern, wholeRange);
      return value === undefined ? undefined : Number(value);
    },
    decimal: (name) => matching(name, decimalPattern, decimalRange),
    flag(name) {
      const value = text(name)?.toLowerCase();
      if (value === undefined) return undefined;
      if (value !== 'true' && value !== 'false') throw refusals.illegal(name, '^(true|false)$');
      return value === 'true';
    },
  };
}

/** Returns decimal text as an amount; -1, which fits no step, for text too fine for the engine. */
export function amountOf(text: string): bigint {
  return parseAmount(text) ?? -1n;
}

export function pairsOf(text: string): [string, string][] {
  return [...new URLSearchParams(text)];
}
