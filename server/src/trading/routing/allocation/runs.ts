/**
 * Marginal costs of equal lots, the cheapest first: `counts[i]` lots that cost `costs[i]` each.
 * Costs never fall, so the cost of the first n lots is a convex function of n.
 */
export interface Runs {
  readonly counts: number[];
  readonly costs: number[];
  /** Lots and cost of all runs up to each, its own included. */
  readonly lotsTo: number[];
  readonly costTo: number[];
}

export function createRuns(): Runs {
  return { counts: [], costs: [], lotsTo: [], costTo: [] };
}

export function addRun(runs: Runs, count: number, cost: number): void {
  if (count <= 0) return;
  // Rounding can make the mean of two equal costs lower than both.
  const own = Math.max(cost, runs.costs.at(-1) ?? cost);
  runs.lotsTo.push((runs.lotsTo.at(-1) ?? 0) + count);
  runs.costTo.push((runs.costTo.at(-1) ?? 0) + count * own);
  runs.counts.push(count);
  runs.costs.push(own);
}

export function lotsOf({ lotsTo }: Runs): number {
  return lotsTo.at(-1) ?? 0;
}

/** Returns the cost of the first lots. */
export function costOfFirst({ costs, lotsTo, costTo }: Runs, lots: number): number {
  const whole = firstAbove(lotsTo, lots, { from: 0, to: lotsTo.length });
  const before = lotsTo[whole - 1] ?? 0;
  return (costTo[whole - 1] ?? 0) + (lots - before) * (costs[whole] ?? 0);
}

/**
 * Returns blocks of `size` lots each, after the first `skip` lots; lots that do not fill a block
 * are left.
 */
export function inBlocks({ counts, costs }: Runs, skip: number, size: number): Runs {
  const blocks = createRuns();
  let skipping = skip;
  let begun = 0;
  let begunCost = 0;
  for (let i = 0; i < counts.length; i += 1) {
    let count = counts[i] ?? 0;
    const cost = costs[i] ?? 0;
    const skipped = Math.min(skipping, count);
    skipping -= skipped;
    count -= skipped;
    if (begun > 0) {
      const taken = Math.min(count, size - begun);
      begun += taken;
      begunCost += taken * cost;
      count -= taken;
      if (begun < size) continue;
      addRun(blocks, 1, begunCost);
    }
    const whole = Math.floor(count / size);
    addRun(blocks, whole, cost * size);
    begun = count - whole * size;
    begunCost = begun * cost;
  }
  return blocks;
}

/**
 * Returns the number of lots from each source among the cheapest `lots` of all. Taking the cheapest
 * lot again and again is optimal because no source's lots get cheaper. Equal costs go to the first
 * source.
 */
export function cheapest(sources: readonly Runs[], lots: number): number[] {
  const dearest = highestCostOf(sources, lots);
  if (dearest === undefined) return sources.map(lotsOf);
  let left = lots;
  const taken = sources.map(({ costs, lotsTo }) => {
    const cheaper = lotsTo[firstFrom(costs, dearest, { from: 0, to: costs.length }) - 1] ?? 0;
    left -= cheaper;
    return cheaper;
  });
  for (const [i, { costs, lotsTo }] of sources.entries()) {
    if (left === 0) break;
    const cheaper = taken[i] ?? 0;
    const end = firstAbove(costs, dearest, { from: 0, to: costs.length });
    const further = Math.min(left, (lotsTo[end - 1] ?? 0) - cheaper);
    taken[i] = cheaper + further;
    left -= further;
  }
  return taken;
}

/** Returns the cheapest `lots` of all sources as one. */
export function mergeRuns(sources: readonly Runs[], lots: number): Runs {
  const merged = createRuns();
  const next = sources.map(() => 0);
  let left = lots;
  while (left > 0) {
    let first: number | undefined;
    let cost = Number.POSITIVE_INFINITY;
    for (const [i, { costs }] of sources.entries()) {
      const own = costs[next[i] ?? 0] ?? Number.POSITIVE_INFINITY;
      if (own >= cost) continue;
      cost = own;
      first = i;
    }
    if (first === undefined) return merged;
    const at = next[first] ?? 0;
    const count = Math.min(left, sources[first]?.counts[at] ?? 0);
    addRun(merged, count, cost);
    left -= count;
    next[first] = at + 1;
  }
  return merged;
}

/**
 * Returns the highest cost among the cheapest `lots`, or undefined when there are no more than
 * these. It is a binary search in all sources at once: the hottest loop of the router.
 */
function highestCostOf(sources: readonly Runs[], lots: number): number | undefined {
  if (sources.reduce((sum, runs) => sum + lotsOf(runs), 0) <= lots) return undefined;
  const from = sources.map(() => 0);
  const to = sources.map(({ costs }) => costs.length);
  const upTo = sources.map(() => 0);
  let dearest: number | undefined;
  for (;;) {
    let widest = 0;
    let width = 0;
    for (let i = 0; i < sources.length; i += 1) {
      const own = (to[i] ?? 0) - (from[i] ?? 0);
      if (own <= width) continue;
      width = own;
      widest = i;
    }
    if (width === 0) return dearest;
    const middle = ((from[widest] ?? 0) + (to[widest] ?? 0)) >> 1;
    const cost = sources[widest]?.costs[middle] ?? 0;
    let within = 0;
    for (let i = 0; i < sources.length; i += 1) {
      const { costs = [], lotsTo = [] } = sources[i] ?? {};
      const end = firstAbove(costs, cost, { from: from[i] ?? 0, to: to[i] ?? 0 });
      upTo[i] = end;
      within += lotsTo[end - 1] ?? 0;
    }
    const isEnough = within >= lots;
    if (isEnough) dearest = cost;
    for (let i = 0; i < sources.length; i += 1) {
      const { costs = [] } = sources[i] ?? {};
      if (isEnough) to[i] = firstFrom(costs, cost, { from: from[i] ?? 0, to: upTo[i] ?? 0 });
      else from[i] = upTo[i] ?? 0;
    }
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the position of the first value above a limit, in values that never fall. */
function firstAbove(values: readonly number[], limit: number, { from, to }: Range): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the position of the first value at or above a limit. */
function firstFrom(values: readonly number[], limit: number, { from, to }: Range): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) >= limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
