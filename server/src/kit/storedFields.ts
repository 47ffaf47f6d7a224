import { assert } from './assert.ts';
import { parseExact } from './exact.ts';

export type StoredFields = ReturnType<typeof storedFields>;

/**
 * Reads fields of JSON that we stored ourselves. A field of another type than written is a bug; the
 * error names the record.
 */
export function storedFields(value: unknown, of: string) {
  assert(typeof value === 'object' && value !== null, `${of} is made of records`);
  const fields = value as Readonly<Record<string, unknown>>;
  const wrong = (name: string): Error => new Error(`${of} has no valid ${name}.`);
  const text = (name: string): string => {
    const field = fields[name];
    if (typeof field !== 'string') throw wrong(name);
    return field;
  };
  const number = (name: string): number => {
    const field = fields[name];
    if (typeof field !== 'number') throw wrong(name);
    return field;
  };
  return {
    of,
    text,
    number,
    /** Returns the value as it was stored, of any type. */
    json: (name: string): unknown => fields[name],
    decimal(name: string): string {
      const field = text(name);
      if (!parseExact(field)) throw wrong(name);
      return field;
    },
    flag(name: string): boolean {
      const field = fields[name];
      if (typeof field !== 'boolean') throw wrong(name);
      return field;
    },
    list(name: string): readonly unknown[] {
      const field = fields[name];
      if (!Array.isArray(field)) throw wrong(name);
      return field;
    },
    oneOf<Choice>(name: string, choices: readonly Choice[]): Choice {
      const choice = choices.find((each) => each === fields[name]);
      if (choice === undefined) throw wrong(name);
      return choice;
    },
    optional<Value>(name: string, read: (name: string) => Value): Value | undefined {
      return fields[name] === undefined ? undefined : read(name);
    },
  };
}
