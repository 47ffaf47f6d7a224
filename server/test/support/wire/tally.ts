import type { PlayedRun } from './series.ts';

/** The results of a series of runs. */
export interface Tally {
  add(played: PlayedRun): void;
  runs(): number;
  failed(): number;
  /** Returns how often each fault hit, by exchange. */
  table(): readonly string[];
  summary(): string;
}

export function createTally(): Tally {
  const struck = new Map<string, Map<string, number>>();
  const sums = { runs: 0, failed: 0, orders: 0, trades: 0, faults: 0, alarms: 0 };
  return {
    add({ run, faults, alarms, struck: met, orders, trades }) {
      sums.runs += 1;
      sums.orders += orders;
      sums.trades += trades;
      sums.faults += met.length;
      sums.alarms += alarms.length;
      if (faults.length > 0) sums.failed += 1;
      const own = struck.get(run.market.at) ?? new Map<string, number>();
      struck.set(run.market.at, own);
      for (const name of met) own.set(name, (own.get(name) ?? 0) + 1);
    },
    runs: () => sums.runs,
    failed: () => sums.failed,
    table() {
      const venues = [...struck.keys()].sort();
      const names = [...new Set([...struck.values()].flatMap((own) => [...own.keys()]))].sort();
      const cells = (name: string) => venues.map((venue) => struck.get(venue)?.get(name) ?? 0);
      return [
        row(['fault', ...venues]),
        row(['---', ...venues.map(() => '---')]),
        ...names.map((name) => row([name, ...cells(name)])),
      ];
    },
    summary: () =>
      `${sums.runs} runs, ${sums.failed} failed; ${sums.orders} orders were taken, ` +
      `${sums.trades} trades, ${sums.faults} faults struck; ${sums.alarms} false alarms of balances`,
  };
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
