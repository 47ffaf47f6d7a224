import { z } from 'zod';

/** Callers give the value itself; only the wire carries it as text. */
type WireType<Value> = z.ZodType<Value, Value>;

/**
 * Returns the schema of a number in a query. It takes digits as people write them, and refuses
 * texts that JavaScript would merely convert to a number.
 */
export function queryNumber(error: string): WireType<number> {
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .max(40)
          .regex(/^-?(\d+\.?\d*|\.\d+)$/)
          .transform(Number),
      ],
      { error },
    )
    .pipe(z.number({ error }))
    .meta(documentedAs({ type: 'number' })) as z.ZodType as WireType<number>;
}

/** Returns the schema of an integer within bounds in a query. */
export function queryInteger(bounds: { low: number; high: number; error: string }) {
  const { low, high, error } = bounds;
  return queryNumber(error)
    .pipe(z.int({ error }).min(low, error).max(high, error))
    .meta(documentedAs({ type: 'integer', minimum: low, maximum: high }));
}

/** Returns the fields of a query that reads a list page by page. */
export function pageQuery(size: { readonly max: number; readonly usual: number }) {
  return {
    page: queryInteger({
      low: 0,
      high: 1_000_000,
      error: 'page must be an integer between 0 and 1000000',
    })
      .default(0)
      .describe('from 0; default 0'),
    size: queryInteger({
      low: 1,
      high: size.max,
      error: `size must be an integer between 1 and ${size.max}`,
    })
      .default(size.usual)
      .describe(`default ${size.usual}`),
  };
}

/** Returns the schema of `true` or `false` in a query. */
export function queryFlag(name: string): WireType<boolean> {
  const error = `${name} must be true or false`;
  const text = z.enum(['true', 'false']).transform((value) => value === 'true');
  return z
    .union([z.boolean(), text], { error })
    .meta(documentedAs({ type: 'boolean' })) as z.ZodType as WireType<boolean>;
}

/** Replaces both spellings in the documentation: its readers need not know of them. */
function documentedAs(schema: Readonly<Record<string, unknown>>) {
  return { ...schema, anyOf: undefined };
}

/** Returns the schema of a required text in a query. */
export function queryText(name: string, lengthMax: number) {
  return z
    .string({ error: `${name} is required` })
    .min(1, `${name} is required`)
    .max(lengthMax, `${name} must be at most ${lengthMax} characters`);
}

/**
 * The end of the year 9999, in epoch ms. Later times have no usual text, and no order needs one.
 */
const timeMax = 253_402_300_799_999;

/** Returns the schema of an optional time in epoch milliseconds. */
export function queryTime(name: string) {
  return queryInteger({
    low: 0,
    high: timeMax,
    error: `${name} must be a time in epoch milliseconds, before the year 10000`,
  }).optional();
}
