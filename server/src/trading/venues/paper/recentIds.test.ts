import { expect, it } from 'vitest';
import { createRecentIds, rememberedMax } from './recentIds.ts';

const openedMs = 1_700_000_000_000;
const laterMs = openedMs + 60_000;

/** Returns a UUID of version 7 as venues receive it. */
function idAt(ms: number, number = 0): string {
  const tail = number.toString(16).padStart(19, '0');
  return `${ms.toString(16).padStart(12, '0')}7${tail}`;
}

it('knows that an id made after the opening is new until it is placed', () => {
  const recent = createRecentIds(openedMs);
  expect(recent.mayBeKnown(idAt(laterMs))).toBe(false);
  recent.placed(idAt(laterMs));
  expect(recent.mayBeKnown(idAt(laterMs))).toBe(true);
  expect(recent.mayBeKnown(idAt(laterMs, 1))).toBe(false);
});

it.each([
  ['made before the opening', idAt(openedMs - 1)],
  ['made right after it, by a clock that was ahead', idAt(openedMs + 2_000)],
  ['of another version', idAt(laterMs).replace(/^(.{12})7/, '$14')],
  ['that is no UUID', 'mine'],
])('leaves an id %s to the tables', (_name, id) => {
  expect(createRecentIds(openedMs).mayBeKnown(id)).toBe(true);
});

it('leaves to the tables whatever is as old as what it forgot', () => {
  const recent = createRecentIds(openedMs);
  for (let i = 0; i <= rememberedMax; i += 1) recent.placed(idAt(laterMs + i));
  expect(recent.mayBeKnown(idAt(laterMs))).toBe(true);
  expect(recent.mayBeKnown(idAt(laterMs, 1))).toBe(true);
  expect(recent.mayBeKnown(idAt(laterMs + 1))).toBe(true);
  expect(recent.mayBeKnown(idAt(laterMs + 1, 1))).toBe(false);
});
