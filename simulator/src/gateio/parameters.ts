import { parseAmount } from '@windlass/matching';
import { refusals } from './errors.ts';

/** The parameters that were sent, read as the exchange reads them. */
export interface Parameters {
  has(name: string): boolean;
  text(name: string): string | undefined;
  required(name: string): string;
  /** Returns one of several words; throws a refusal otherwise. */
  word<T extends string>(name: string, words: readonly T[]): T | undefined;
  whole(name: string, bounds: Bounds): number | undefined;
  /** Returns decimal text of zero or more; with `string`, numbers are refused. */
  decimal(name: string, as?: 'string'): string | undefined;
  flag(name: string): boolean;
  /** Returns an object inside the parameters. */
  part(name: string): Parameters;
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

const decimalPattern = /^\d{1,20}(\.\d{1,20})?$/;
const wholePattern = /^-?\d{1,15}$/;

export function readQuery(query: string): Parameters {
  return read(Object.fromEntries(new URLSearchParams(query)), '');
}

/** Reads a body, which is a JSON object. */
export function readBody(body: string): Parameters {
  const parsed = parse(body);
  if (!isFields(parsed)) throw refusals.badBody();
  return read(parsed, '');
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param at Path of the fields, for the text of a refusal. */
function read(fields: Fields, at: string): Parameters {
  const text = (name: string) => {
    const value = fields[name];
    return value === undefined || value === null || value === '' ? undefined : String(value);
  };
  const invalid = (name: string) => refusals.invalid(`${at}${name}`, fields[name]);
  const required = (name: string) => {
    const value = text(name);
    if (value === undefined) throw refusals.missing(`${at}${name}`);
    return value;
  };
  return {
    text,
    required,
    has: (name) => text(name) !== undefined,
    word(name, words) {
      const value = text(name);
      const word = words.find((each) => each === value);
      if (value !== undefined && word === undefined) throw invalid(name);
      return word;
    },
    whole(name, { least, most }) {
      const value = text(name);
      if (value === undefined) return undefined;
      const count = Number(value);
      if (!wholePattern.test(value) || count < least || count > most) throw invalid(name);
      return count;
    },
    decimal(name, as) {
      const value = text(name);
      if (value === undefined) return undefined;
      const isString = typeof fields[name] === 'string' || as === undefined;
      if (!isString || !decimalPattern.test(value)) throw invalid(name);
      return value;
    },
    flag(name) {
      const value = text(name);
      if (value !== undefined && value !== 'true' && value !== 'false') throw invalid(name);
      return value === 'true';
    },
    part(name) {
      const value = fields[name];
      if (!isFields(value)) throw refusals.missing(`${at}${name}`);
      return read(value, `${at}${name}.`);
    },
  };
}

/** Returns decimal text as an amount; -1, which fits no step, for text too fine for the engine. */
export function amountOf(text: string): bigint {
  return parseAmount(text) ?? -1n;
}
