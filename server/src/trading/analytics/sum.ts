/**
 * A sum that keeps the rounding error of each addition. Costs have both signs and may cancel, so
 * that the rest is small compared with the terms. Method: A. Neumaier, ZAMM 54 (1974),
 * "Kahan-Babuška".
 */
export class Sum {
  /** The rounded sum, and its rounding error: in an array, numbers are not boxed. */
  readonly #state = new Float64Array(2);

  add(term: number): void {
    const state = this.#state;
    const rounded = state[0] ?? 0;
    const lost = state[1] ?? 0;
    const next = rounded + term;
    const isSmaller = Math.abs(rounded) >= Math.abs(term);
    state[0] = next;
    state[1] = lost + (isSmaller ? rounded - next + term : term - next + rounded);
  }

  get value(): number {
    const [rounded = 0, lost = 0] = this.#state;
    return rounded + lost;
  }
}

/** A mean of weighted terms. */
export class WeightedMean {
  readonly #weighted = new Sum();
  readonly #weights = new Sum();
  #count = 0;

  add(term: number, weight: number): void {
    this.#weighted.add(term * weight);
    this.#weights.add(weight);
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }

  /** Undefined without terms. */
  get value(): number | undefined {
    return ratio(this.#weighted.value, this.#weights.value);
  }
}

/** Returns a part divided by its whole; undefined when there is no whole. */
export function ratio(part: number, whole: number): number | undefined {
  return whole > 0 ? part / whole : undefined;
}

export function bpsOf(part: number, whole: number): number | undefined {
  return ratio(part * 10_000, whole);
}

export function pctOf(part: number, whole: number): number | undefined {
  return ratio(part * 100, whole);
}
