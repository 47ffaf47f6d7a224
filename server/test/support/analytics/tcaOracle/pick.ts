import type { Random } from '../../../../src/kit/random.ts';

export function countBelow(random: Random, end: number): number {
  return Math.floor(random.between(0, end));
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const rest = items.slice(countBelow(random, items.length));
  for (const item of rest) return item;
  throw new Error('nothing to pick from');
}

export function maybe<Value>(random: Random, chance: number, value: Value): Value | undefined {
  return random.next() < chance ? value : undefined;
}
