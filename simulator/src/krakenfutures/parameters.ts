import { refusals } from './errors.ts';

/** The parameters that were sent, read as the exchange reads them. */
export interface Parameters {
  text(name: string): string | undefined;
  required(name: string): string;
  /** Returns every value of a name: a list is sent by repeating the name. */
  all(name: string): readonly string[];
  /** Returns one of several words; throws a refusal otherwise. */
  word<Word extends string>(name: string, words: readonly Word[]): Word | undefined;
  decimal(name: string): string | undefined;
  whole(name: string): number | undefined;
  flag(name: string): boolean;
  /** Returns a time in ISO 8601 as ms since the epoch. */
  time(name: string): number | undefined;
}

/** Reads parameters. Writing requests also use the query; a form in the body is read after it. */
export function readParameters(query: string, body: string): Parameters {
  const sent = [...new URLSearchParams(query), ...new URLSearchParams(body)];
  const all = (name: string) => sent.flatMap(([each, value]) => (each === name ? [value] : []));
  const text = (name: string) => all(name)[0] || undefined;
  const matching = (name: string, pattern: RegExp) => {
    const value = text(name);
    if (value !== undefined && !pattern.test(value)) throw refusals.invalid(name);
    return value;
  };
  return {
    all,
    text,
    required(name) {
      const value = text(name);
      if (value === undefined) throw refusals.missing();
      return value;
    },
    word(name, words) {
      const value = text(name);
      const word = words.find((each) => each === value);
      if (value !== undefined && word === undefined) throw refusals.invalid(name);
      return word;
    },
    decimal: (name) => matching(name, /^\d{1,20}(\.\d{1,18})?$/),
    whole(name) {
      const value = matching(name, /^\d{1,15}$/);
      return value === undefined ? undefined : Number(value);
    },
    flag: (name) => matching(name, /^(true|false)$/) === 'true',
    time(name) {
      const value = text(name);
      const at = Date.parse(value ?? '');
      if (value !== undefined && !Number.isFinite(at)) throw refusals.invalid(name);
      return value === undefined ? undefined : at;
    },
  };
}
