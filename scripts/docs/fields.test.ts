import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { boundsOf, fieldsOf, typeInWords } from './fields.ts';
import { inputSchema, outputSchema } from './jsonSchema.ts';

describe('a type in words', () => {
  test.each([
    [z.string(), 'string'],
    [z.int(), 'integer'],
    [z.number().nullable(), 'number or null'],
    [z.enum(['buy', 'sell']), '"buy" or "sell"'],
    [z.array(z.enum(['a', 'b'])), 'list of ("a" or "b")'],
    [z.tuple([z.number(), z.number()]), '[number, number]'],
    [z.record(z.string(), z.int()), 'map to integer'],
    [z.union([z.literal(1), z.literal(5)]), '1 or 5'],
    [z.unknown(), 'anything'],
  ])('%# is plain', (type, words) => {
    expect(typeInWords(outputSchema(type))).toBe(words);
  });
});

describe('bounds', () => {
  test.each([
    [z.number().min(1).max(9), ['1 to 9']],
    [z.number().positive(), ['above 0']],
    [z.number().positive().max(5).nullable(), ['above 0', 'at most 5']],
    [z.int(), []],
    [z.string().min(1).max(3), ['1 to 3 characters']],
    [z.array(z.string()).max(2), ['at most 2 items']],
    [z.string().regex(/^[a-z]$/), ['`^[a-z]$`']],
    [z.string().regex(/^[abcdefghijklmnopqrstuvwxyz0123456789_-]$/), []],
  ])('%# are told where they mean something', (type, bounds) => {
    expect(boundsOf(inputSchema(type))).toEqual(bounds);
  });
});

test('fields are named with where they stand, and those that may be left out are told', () => {
  const schema = z.object({
    id: z.string(),
    fees: z.array(z.object({ asset: z.string() })).optional(),
    venues: z.record(z.string(), z.object({ bid: z.number().nullable() })),
    limits: z.object({ most: z.number() }).nullable(),
  });
  const fields = fieldsOf(outputSchema(schema));
  const told = fields.map(({ path, isRequired }) => `${path}${isRequired ? '' : '?'}`);
  expect(told).toEqual([
    'id',
    'fees?',
    'fees[].asset',
    'venues',
    'venues.*.bid',
    'limits',
    'limits.most',
  ]);
});
