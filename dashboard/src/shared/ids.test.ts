import { expect, test } from 'vitest';
import { createId } from './ids.ts';

test('an id is a UUID of version 4, and no two are the same', () => {
  const ids = Array.from({ length: 200 }, createId);
  const form = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
  for (const id of ids) expect(id).toMatch(form);
  expect(new Set(ids).size).toBe(ids.length);
});
