/** Measured times in milliseconds, and the number of failures. */
export class Times {
  readonly #all: number[] = [];
  #failed = 0;
  /** The first failures, for whoever has to fix them. */
  readonly failures: string[] = [];

  took(ms: number): void {
    this.#all.push(ms);
  }

  failed(why: string): void {
    this.#failed += 1;
    if (this.failures.length < failuresShown) this.failures.push(why);
  }

  get count(): number {
    return this.#all.length;
  }

  get failedCount(): number {
    return this.#failed;
  }

  /** Returns the time that this share of all did not exceed; 0 when nothing was measured. */
  at(share: number): number {
    const sorted = this.#all.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  }

  get max(): number {
    return Math.max(0, ...this.#all);
  }
}

const failuresShown = 5;

export function seconds(ms: number): string {
  return (ms / 1_000).toFixed(2);
}

/** Returns a table in Markdown. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
