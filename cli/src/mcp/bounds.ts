/** A list that was cut: its place, and how much of it is left. */
export interface Cut {
  readonly path: string;
  readonly shown: number;
  readonly of: number;
}

export interface Bounded {
  readonly value: Readonly<Record<string, unknown>>;
  readonly cuts: readonly Cut[];
}

/**
 * Returns the value with its largest lists cut at the end until its JSON has at most `bytesMax`
 * bytes, and tells what was cut. Returns undefined when no list is left to cut.
 */
export function bound(
  value: Readonly<Record<string, unknown>>,
  bytesMax: number,
): Bounded | undefined {
  if (sizeOf(value) <= bytesMax) return { value, cuts: [] };
  const copy = structuredClone(value);
  const cuts = new Map<string, Cut>();
  for (;;) {
    const bytes = sizeOf({ ...copy, cuts: [...cuts.values()] });
    if (bytes <= bytesMax) return { value: copy, cuts: remaining(copy, cuts) };
    const largest = largestList(copy);
    if (!largest) return undefined;
    const { list, path } = largest;
    const of = cuts.get(path)?.of ?? list.length;
    // Cuts slightly more than in proportion, so that few rounds are needed.
    const shown = Math.floor(list.length * Math.min(0.9, (0.95 * bytesMax) / bytes));
    list.length = shown;
    cuts.set(path, { path, shown, of });
  }
}

export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/**
 * Returns the cuts that still count: a list that was removed with an outer list needs no mention.
 */
function remaining(value: object, cuts: ReadonlyMap<string, Cut>): readonly Cut[] {
  const there = new Set(listsIn(value, '').map(({ path }) => path));
  return [...cuts.values()].filter(({ path }) => there.has(path));
}

interface List {
  readonly path: string;
  readonly list: unknown[];
}

/**
 * Returns the largest list. Lists of several entries come first: to cut the entry of another would
 * remove everything in it.
 */
function largestList(value: object): List | undefined {
  const lists = listsIn(value, '').filter(({ list }) => list.length > 0);
  const several = lists.filter(({ list }) => list.length > 1);
  const sized = (several.length > 0 ? several : lists).map((each) => {
    return { ...each, bytes: sizeOf(each.list) };
  });
  return sized.sort((one, other) => other.bytes - one.bytes)[0];
}

function listsIn(value: unknown, path: string): List[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, each]) =>
    listsIn(each, path === '' ? name : `${path}.${name}`),
  );
  return Array.isArray(value) ? [{ path, list: value }, ...inner] : inner;
}
