import type { Clock } from '../../kit/clock.ts';

/** Long work in slices, between which other work of the event loop runs. */
export interface Slices {
  /** Runs the work for each item. */
  each<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void>;
  /** Returns the items in order; equal ones keep their order. */
  sorted<Item>(
    items: readonly Item[],
    compare: (left: Item, right: Item) => number,
  ): Promise<readonly Item[]>;
}

/**
 * Items between two pauses. The most expensive work on one, making a row and its text, takes 3 µs,
 * so that a slice takes about 1 ms; a pause costs a few µs.
 */
const itemsPerSlice = 400;

export function createSlices(clock: Clock): Slices {
  const each = async <Item>(items: Iterable<Item>, work: (item: Item) => void) => {
    let done = 0;
    for (const item of items) {
      work(item);
      done += 1;
      if (done % itemsPerSlice === 0) await clock.yield();
    }
  };
  return {
    each,
    async sorted(items, compare) {
      let runs: (readonly (typeof items)[number][])[] = [];
      for (let from = 0; from < items.length; from += itemsPerSlice) {
        if (from > 0) await clock.yield();
        runs.push(items.slice(from, from + itemsPerSlice).sort(compare));
      }
      while (runs.length > 1) {
        const next: typeof runs = [];
        for (let i = 0; i < runs.length; i += 2) {
          const [left = [], right = []] = [runs[i], runs[i + 1]];
          const merging = merge(left, right, compare);
          const merged: (typeof items)[number][] = [];
          await each(merging, (item) => merged.push(item));
          next.push(merged);
        }
        runs = next;
      }
      return runs[0] ?? [];
    },
  };
}

function* merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (left: Item, right: Item) => number,
): Generator<Item> {
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    const [a, b] = [left[i] as Item, right[j] as Item];
    if (compare(b, a) < 0) {
      j += 1;
      yield b;
    } else {
      i += 1;
      yield a;
    }
  }
  for (; i < left.length; i += 1) yield left[i] as Item;
  for (; j < right.length; j += 1) yield right[j] as Item;
}
