import { parseAmount } from '@windlass/matching';
import type { RawRequest } from '../http/request.ts';
import { refusals } from './errors.ts';

/** The parameters as the exchange reads them; it ignores unknown names. */
export interface Parameters {
  has(name: string): boolean;
  text(name: string): string | undefined;
  required(name: string): string;
  /** Returns one of several words, spelt exactly so; throws a refusal otherwise. */
  word<T extends string>(name: string, words: readonly T[]): T | undefined;
  whole(name: string): number | undefined;
  /** Returns decimal text above zero. */
  decimal(name: string): string | undefined;
  flag(name: string): boolean | undefined;
  /** Returns texts separated by commas. */
  list(name: string): readonly string[];
  /** Returns a list of a JSON body; undefined for anything else. */
  objects(name: string): readonly Sent[] | undefined;
}

type Pairs = Iterable<readonly [string, string]>;
type Sent = Readonly<Record<string, unknown>>;

function readParameters(sent: Pairs, json: Sent = {}): Parameters {
  const values = new Map(sent);
  const text = (name: string) => values.get(name) || undefined;
  const matching = (name: string, pattern: RegExp) => {
    const value = text(name);
    if (value !== undefined && !pattern.test(value)) throw refusals.badArgument(name);
    return value;
  };
  return {
    has: (name) => text(name) !== undefined,
    text,
    required(name) {
      const value = text(name);
      if (value === undefined) throw refusals.badArgument(name);
      return value;
    },
    word(name, words) {
      const value = text(name);
      const word = words.find((each) => each === value);
      if (value !== undefined && word === undefined) throw refusals.badArgument(name);
      return word;
    },
    whole(name) {
      const value = matching(name, /^[0-9]{1,15}$/);
      return value === undefined ? undefined : Number(value);
    },
    decimal(name) {
      const value = matching(name, /^[0-9]{1,20}(\.[0-9]{1,18})?$/);
      if (value !== undefined && amountOf(value) <= 0n) throw refusals.badArgument(name);
      return value;
    },
    flag(name) {
      const value = matching(name, /^(true|false)$/);
      return value === undefined ? undefined : value === 'true';
    },
    list: (name) => (text(name) ?? '').split(',').filter((each) => each !== ''),
    objects(name) {
      const value = json[name];
      if (!Array.isArray(value)) return undefined;
      const isObject = (each: unknown) => typeof each === 'object' && each !== null;
      if (!value.every(isObject)) throw refusals.badArgument(name);
      return value as readonly Sent[];
    },
  };
}

/** Returns the parameters of a body: a form, or JSON when its type says so. */
export function parametersOf({ query, body, headers }: RawRequest): Parameters {
  const isJson = (headers['content-type'] ?? '').includes('json');
  if (!isJson) return readParameters(new URLSearchParams(body || query));
  const json = jsonFields(body);
  const pairs = Object.entries(json).map(([name, value]) => [name, String(value)] as const);
  return readParameters(pairs, json);
}

function jsonFields(body: string): Sent {
  try {
    return Object(JSON.parse(body)) as Sent;
  } catch {
    throw refusals.badArgument('json');
  }
}

/** Returns decimal text as an amount; -1, which fits no step, for text too fine for the engine. */
export function amountOf(text: string): bigint {
  return parseAmount(text) ?? -1n;
}
