import { median } from '../result.ts';
import {
  type Contestant,
  type ContestResult,
  contestants,
  naive,
  type Outcome,
} from './contest.ts';

/** Distribution of a figure over many runs. */
export interface Summary {
  readonly mean: number;
  /** Standard error of the mean. */
  readonly standardError: number;
  readonly median: number;
  readonly p5: number;
  readonly p95: number;
}

/** Returns a summary. Percentiles use the nearest rank, so that each is a measured value. */
export function summaryOf(figures: readonly number[]): Summary {
  const count = figures.length;
  const mean = figures.reduce((sum, each) => sum + each, 0) / count;
  const squares = figures.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const sorted = [...figures].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(count * share) - 1)] ?? Number.NaN;
  return {
    mean,
    standardError: Math.sqrt(squares / (count - 1) / count),
    median: median(figures),
    p5: at(0.05),
    p95: at(0.95),
  };
}

/** Returns the contestants' costs over all runs, in bps, as a table in Markdown. */
export function contestTable(results: readonly ContestResult[]): string {
  const rows = contestants.map((name) => {
    const of = (figure: (outcome: Outcome) => number) =>
      results.map(({ outcomes }) => figure(outcomes[name]));
    const mean = (figure: (outcome: Outcome) => number) => summaryOf(of(figure)).mean;
    const slippage = summaryOf(of(({ slippageBps }) => slippageBps));
    const cells = [
      name === naive ? 'naive: market orders' : `TWAP, ${name}`,
      meanText(slippage),
      ...[slippage.median, slippage.p5, slippage.p95].map((figure) => figure.toFixed(2)),
      meanText(summaryOf(of(costBps))),
      ...againstNaive(results, name),
      mean(({ makerPct }) => makerPct).toFixed(0),
      mean(({ filledPct }) => filledPct).toFixed(1),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const head =
    '| what | slippage, mean ± error | median | 5 % | 95 % | with fees, mean ± error ' +
    '| less than naive | with fees | maker % | filled % |';
  return [head, '|---|---|---|---|---|---|---|---|---|---|', ...rows].join('\n');
}

function costBps({ slippageBps, feesBps }: Outcome): number {
  return slippageBps + feesBps;
}

/** Returns the savings in the same run: market moves affect both and cancel out. */
function againstNaive(results: readonly ContestResult[], name: Contestant): string[] {
  if (name === naive) return ['', ''];
  return [({ slippageBps }: Outcome) => slippageBps, costBps].map((figure) =>
    meanText(
      summaryOf(results.map(({ outcomes }) => figure(outcomes[naive]) - figure(outcomes[name]))),
    ),
  );
}

function meanText({ mean, standardError }: Summary): string {
  return `${mean.toFixed(2)} ± ${standardError.toFixed(2)}`;
}
