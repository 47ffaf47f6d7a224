/** Times of requests in ms. */
export interface Spread {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** A measured figure, with its upper limit if there is one. */
export interface LimitResult extends Partial<Spread> {
  readonly name: string;
  readonly unit: string;
  /** A single figure instead of a spread. */
  readonly value?: number;
  /** Promised maximum of p99, or of the single figure. */
  readonly limit?: number;
}

/** Returns a spread by nearest rank, so that every figure is a measured one. */
export function spreadOf(figures: readonly number[]): Spread {
  const sorted = [...figures].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  return { p50: at(0.5) ?? Number.NaN, p99: at(0.99) ?? Number.NaN, max: at(1) ?? Number.NaN };
}

/** Returns the results as a table in Markdown. */
export function limitTable(results: readonly LimitResult[]): string {
  const rows = results.map(({ name, unit, p50, p99, max, value, limit }) => {
    const held = p99 ?? value ?? Number.NaN;
    const wanted = limit === undefined ? '' : `≤ ${limit}${held <= limit ? '' : ' missed'}`;
    const cells = [name, figure(p50), figure(p99), figure(max ?? value), unit, wanted];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| what | p50 | p99 | max | unit | target |', '|---|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

function figure(value: number | undefined): string {
  if (value === undefined) return '';
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
