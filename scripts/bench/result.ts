import { cpus } from 'node:os';

/** Ours against a peer, as a ratio of speeds: 2 means twice as fast. */
export interface BenchResult {
  readonly name: string;
  readonly ours: number;
  readonly peer: string;
  readonly theirs: number;
  readonly unit: string;
  readonly ratio: number;
  /** The ratio that this project promises, if any. */
  readonly target?: number;
}

/** One side of a comparison: does its work once and returns the measured value. */
export interface Contestant {
  readonly name: string;
  run(): Promise<number> | number;
}

/** Number of measured rounds; one more before them warms up. */
const rounds = 5;

/**
 * Runs the contestants in turn, A B C A B C …, so that disturbances of the machine affect all of
 * them alike. Returns the median of five rounds of each.
 */
export async function alternating(contestants: readonly Contestant[]): Promise<number[]> {
  const figures = contestants.map((): number[] => []);
  for (let round = -1; round < rounds; round += 1) {
    for (const [i, contestant] of contestants.entries()) {
      globalThis.gc?.();
      const figure = await contestant.run();
      if (round >= 0) figures[i]?.push(figure);
    }
  }
  return figures.map(median);
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Describes the machine of the figures. */
export function machine(): string {
  const [cpu] = cpus();
  return `${cpu?.model ?? 'unknown processor'}, ${cpus().length} cores, Node.js ${process.version}`;
}

/** Returns the results as a table in Markdown. */
export function table(results: readonly BenchResult[]): string {
  const rows = results.map(({ name, ours, peer, theirs, unit, ratio, target }) => {
    const wanted = target === undefined ? '' : `≥ ${target}${ratio < target ? ' missed' : ''}`;
    const cells = [name, figure(ours), peer, figure(theirs), unit, ratio.toFixed(2), wanted];
    return `| ${cells.join(' | ')} |`;
  });
  const head = '| what | ours | against | theirs | unit | ratio | target |';
  return [head, '|---|---|---|---|---|---|---|', ...rows].join('\n');
}

function figure(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(3);
}
