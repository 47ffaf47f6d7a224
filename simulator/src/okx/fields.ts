import { parseAmount } from '@windlass/matching';
import type { RawRequest } from '../http/request.ts';
import { notSimulated, Refusal, refusals } from './errors.ts';

/** The fields as the exchange reads them: they are text, and blank text counts as absent. */
export interface Fields {
  text(name: string): string | undefined;
  required(name: string): string;
  /** Returns one of several words; throws a refusal otherwise. */
  word<T extends string>(name: string, words: readonly T[]): T | undefined;
  whole(name: string): number | undefined;
  /** Returns decimal text above zero. */
  decimal(name: string): string | undefined;
  flag(name: string): boolean;
  /** Refuses fields that are not simulated. */
  refuseAny(names: readonly string[]): void;
}

const decimalPattern = /^[0-9]{1,20}(\.[0-9]{1,18})?$/;
const wholePattern = /^[0-9]{1,20}$/;

export function fieldsOf(sent: Readonly<Record<string, unknown>>): Fields {
  const text = (name: string) => {
    const value = sent[name];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value !== 'string') throw refusals.wrong(name);
    return value;
  };
  const matching = (name: string, pattern: RegExp) => {
    const value = text(name);
    if (value !== undefined && !pattern.test(value)) throw refusals.wrong(name);
    return value;
  };
  return {
    text,
    required(name) {
      const value = text(name);
      if (value === undefined) throw refusals.empty(name);
      return value;
    },
    word(name, words) {
      const value = text(name);
      const word = words.find((each) => each === value);
      if (value !== undefined && word === undefined) throw refusals.wrong(name);
      return word;
    },
    whole(name) {
      const sentValue = sent[name];
      // It may also be a JSON number, as for a leverage.
      if (typeof sentValue === 'number' && wholePattern.test(String(sentValue))) return sentValue;
      const value = matching(name, wholePattern);
      return value === undefined ? undefined : Number(value);
    },
    decimal(name) {
      const value = matching(name, decimalPattern);
      if (value !== undefined && amountOf(value) <= 0n) throw refusals.wrong(name);
      return value;
    },
    flag(name) {
      const value = sent[name];
      if (typeof value === 'boolean') return value;
      return (this.word(name, ['true', 'false']) ?? 'false') === 'true';
    },
    refuseAny(names) {
      const found = names.find((name) => sent[name] !== undefined && sent[name] !== '');
      if (found !== undefined) throw notSimulated(found);
    },
  };
}

/** Returns decimal text as an amount; -1, which fits no step, for text too fine for the engine. */
export function amountOf(text: string): bigint {
  return parseAmount(text) ?? -1n;
}

type Sent = Readonly<Record<string, unknown>>;

/** Returns a request's fields, from its query or its JSON body. */
export function sentIn({ method, query, headers, body }: RawRequest): readonly Sent[] {
  if (method !== 'POST') return [Object.fromEntries(new URLSearchParams(query))];
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) {
    throw new Refusal('50006', 'Invalid Content-Type. Please use "application/json" format');
  }
  if (body === '') throw new Refusal('50000', 'Body for POST request cannot be empty');
  const json = parsed(body);
  const list: readonly unknown[] = Array.isArray(json) ? json : [json];
  return list.map((each) => {
    if (typeof each !== 'object' || each === null) throw badJson();
    return each as Sent;
  });
}

function badJson(): Refusal {
  return new Refusal('50002', 'JSON syntax error');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw badJson();
  }
}
