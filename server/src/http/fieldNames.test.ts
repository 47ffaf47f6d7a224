import { orderBody } from '@windlass/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldNamesAt, nameHint } from './fieldNames.ts';

const names = fieldNamesAt(orderBody, []);

it.each([
  ['reduceOnly', 'reduce_only'],
  ['clientOrderId', 'client_order_id'],
  ['QUANTITY', 'quantity'],
  ['pric', 'price'],
  ['stop_prize', 'stop_price'],
])('%s: %s was meant', (given, meant) => {
  expect(nameHint(given, names)).toBe(` Did you mean ${meant}?`);
});

it.each(['leverage', 'mode', 'x', 'id', ''])('nothing is meant by %j', (given) => {
  expect(nameHint(given, names)).toBe('');
});

it('finds the names inside of lists, records, choices and what may be absent', () => {
  const leg = z.strictObject({ asset: z.string() });
  const schema = z.strictObject({
    legs: z.array(leg).optional(),
    wallets: z.record(z.string(), leg.nullable().default(null)),
    either: z.union([z.string(), leg, z.strictObject({ symbol: z.string() })]),
  });
  expect(fieldNamesAt(schema, [])).toEqual(['legs', 'wallets', 'either']);
  expect(fieldNamesAt(schema, ['legs', 0])).toEqual(['asset']);
  expect(fieldNamesAt(schema, ['wallets', 'spot'])).toEqual(['asset']);
  expect(fieldNamesAt(schema, ['either'])).toEqual(['asset', 'symbol']);
  expect(fieldNamesAt(schema, ['nowhere', 'at all'])).toEqual([]);
});
