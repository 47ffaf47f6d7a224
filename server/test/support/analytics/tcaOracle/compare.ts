/** Returns where two trees differ; numbers by more than the given share of the larger. */
export function differences(ours: unknown, theirs: unknown, relative: number): string[] {
  return walk({ ours, theirs, path: '', relative });
}

interface Pair {
  readonly ours: unknown;
  readonly theirs: unknown;
  readonly path: string;
  readonly relative: number;
}

function walk({ ours, theirs, path, relative }: Pair): string[] {
  if (typeof ours === 'number' && typeof theirs === 'number') {
    const room = relative * Math.max(Math.abs(ours), Math.abs(theirs));
    return Math.abs(ours - theirs) <= room ? [] : [`${path}: ${ours}, not ${theirs}`];
  }
  if (!isTree(ours) || !isTree(theirs)) {
    return ours === theirs ? [] : [`${path}: ${String(ours)}, not ${String(theirs)}`];
  }
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return [...names].flatMap((name) =>
    walk({ ours: ours[name], theirs: theirs[name], path: `${path}/${name}`, relative }),
  );
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Returns the number of numbers in a tree. */
export function countNumbers(tree: unknown): number {
  if (typeof tree === 'number') return 1;
  if (!isTree(tree)) return 0;
  return Object.values(tree).reduce<number>((count, value) => count + countNumbers(value), 0);
}
