import { z } from 'zod';

/** Callers give the value itself; only the wire carries it as text. */
type WireType<Value> = z.ZodType<Value, Value>;

/** A number in a query: digits as people write them, nothing that merely converts to one. */
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

/** An integer within bounds in a query. */
export function queryInteger(bounds: { low: number; high: number; error: string }) {
  const { low, high, error } = bounds;
  return queryNumber(error)
    .pipe(z.int({ error }).min(low, error).max(high, error))
    .meta(documentedAs({ type: 'integer', minimum: low, maximum: high }));
}

/** `true` or `false` in a query. */
export function queryFlag(name: string): WireType<boolean> {
  const error = `${name} must be true or false`;
  const text = z.enum(['true', 'false']).transform((value) => value === 'true');
  return z
    .union([z.boolean(), text], { error })
    .meta(documentedAs({ type: 'boolean' })) as z.ZodType as WireType<boolean>;
}

/** In the place of both spellings: whoever reads the documentation need not know of them. */
function documentedAs(schema: Readonly<Record<string, unknown>>) {
  return { ...schema, anyOf: undefined };
}

/** A text in a query that must be there. */
export function queryText(name: string, lengthMax: number) {
  return z
    .string({ error: `${name} is required` })
    .min(1, `${name} is required`)
    .max(lengthMax, `${name} must be at most ${lengthMax} characters`);
}

/** The end of the year 9999, epoch ms: later times have no usual text and are nobody's order. */
const timeMax = 253_402_300_799_999;

/** A time in epoch milliseconds, which may be left out. */
export function queryTime(name: string) {
  return queryInteger({
    low: 0,
    high: timeMax,
    error: `${name} must be a time in epoch milliseconds, before the year 10000`,
  }).optional();
}
