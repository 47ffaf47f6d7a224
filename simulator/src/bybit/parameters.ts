import { parseAmount } from '@windlass/matching';
import type { RawRequest } from '../http/request.ts';
import { refusals } from './errors.ts';

/** The parameters as the exchange reads them: a query is text, a body is typed JSON. */
export interface Parameters {
  has(name: string): boolean;
  text(name: string): string | undefined;
  required(name: string): string;
  /** Returns one of several words, spelt exactly so. */
  word<T extends string>(name: string, words: readonly T[]): T | undefined;
  whole(name: string): number | undefined;
  /** Returns decimal text, or undefined when it was not sent. */
  decimal(name: string): string | undefined;
  flag(name: string): boolean | undefined;
}

const decimalPattern = /^[0-9]{1,20}(\.[0-9]{1,18})?$/;

export function parametersOf({ method, query, body }: RawRequest): Parameters {
  return method === 'GET'
    ? read(new Map(new URLSearchParams(query)), false)
    : read(json(body), true);
}

function json(body: string): Map<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return new Map(Object.entries(parsed));
    }
  } catch {
    // Text that is not JSON gets the same refusal as JSON that is no object.
  }
  throw refusals.parameter('the body is no JSON object');
}

/** @param isTyped True when numbers and flags have to come as such, and texts as texts. */
function read(values: ReadonlyMap<string, unknown>, isTyped: boolean): Parameters {
  const text = (name: string) => {
    const value = values.get(name);
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value !== 'string') throw refusals.parameter(`${name} must be a string`);
    return value;
  };
  return {
    has: (name) => (values.get(name) ?? '') !== '',
    text,
    required(name) {
      const value = text(name);
      if (value === undefined) throw refusals.parameter(`${name} is required`);
      return value;
    },
    word(name, words) {
      const value = text(name);
      const word = words.find((each) => each === value);
      if (value !== undefined && word === undefined) throw refusals.invalid(name);
      return word;
    },
    whole(name) {
      const value = isTyped ? values.get(name) : text(name);
      if (value === undefined || value === null) return undefined;
      const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
      if (!Number.isSafeInteger(number)) throw refusals.invalid(name);
      return Number(number);
    },
    decimal(name) {
      const value = text(name);
      if (value !== undefined && !decimalPattern.test(value)) throw refusals.invalid(name);
      return value;
    },
    flag(name) {
      const value = values.get(name);
      if (value === undefined || value === null) return undefined;
      if (typeof value !== 'boolean') throw refusals.parameter(`${name} must be a boolean`);
      return value;
    },
  };
}

/** Returns decimal text as an amount; -1, which fits no step, for text too fine for the engine. */
export function amountOf(text: string): bigint {
  return parseAmount(text) ?? -1n;
}
