/**
 * Live accounts at the wire simulator, in real time and within the exchanges' limits: `npm run
 * prove:budget -- [--minutes 60] [--resting 100] [--classes okx,kraken]`.
 *
 * Each class has one account with so many resting orders. During that time it measures the time
 * between comparisons, the settling of orders whose answer was lost, orders at one a second, and
 * reads. Then it sends thirty orders and thirty cancels at once. Prints a table, and ends with 1
 * when a figure exceeds its bound.
 */
import { parseArgs } from 'node:util';
import { type ClassFigures, measureClass } from './live/budgetClass.ts';
import { liveClasses } from './live/classes.ts';
import { markdown, seconds } from './live/figures.ts';
import { openLiveSetup } from './live/setup.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    resting: { type: 'string', default: '100' },
    classes: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});

/** Maximum milliseconds of a class; see docs/live-trading.md. */
const bounds = { comparison: 75_000, unknown: 30_000, batch: 2_000, read: 1_000 } as const;

const named = values.classes?.split(',');
const classes = liveClasses.filter(({ at }) => named?.includes(at) ?? true);
const setup = await openLiveSetup({ classes, seed: Number(values.seed) });
try {
  const measured = await Promise.all(
    classes.map((own, place) =>
      measureClass({
        setup,
        own,
        restingCount: Number(values.resting),
        durationMs: Number(values.minutes) * 60_000,
        place,
        tell: (text) => console.error(`${new Date().toISOString()} ${text}`),
      }),
    ),
  );
  console.log(table(measured));
  const wrong = measured.flatMap(problems);
  for (const line of wrong) console.log(line);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await setup.close();
}

function table(measured: readonly ClassFigures[]): string {
  const head = [
    'class',
    'comparisons',
    'between two, most (s)',
    'settled, most (s)',
    'orders at 1/s, most (s)',
    'GET order p99 (s)',
    'GET balance p99 (s)',
    'burst of orders',
    'burst of cancels',
  ];
  return markdown(
    head,
    measured.map((each) => [
      each.at,
      String(each.comparisons.count),
      seconds(each.comparisons.max),
      seconds(each.unknowns.max),
      `${seconds(each.batches.max)} of ${each.batches.count}`,
      `${seconds(each.orders.at(0.99))} of ${each.orders.count}`,
      `${seconds(each.balances.at(0.99))} of ${each.balances.count}`,
      counted(each.burst),
      counted(each.burstCancels),
    ]),
  );
}

function counted(counts: ClassFigures['burst']): string {
  return [...counts].map(([word, count]) => `${word}: ${count}`).join(', ');
}

function problems(each: ClassFigures): readonly string[] {
  const { comparisons, unknowns, batches, orders, balances } = each;
  const beyond = [
    { name: 'comparison', isWrong: comparisons.max > bounds.comparison, times: comparisons },
    { name: 'unknown', isWrong: unknowns.max > bounds.unknown, times: unknowns },
    { name: 'batch', isWrong: batches.max > bounds.batch, times: batches },
    { name: 'GET order', isWrong: orders.at(0.99) > bounds.read, times: orders },
    { name: 'GET balance', isWrong: balances.at(0.99) > bounds.read, times: balances },
  ];
  const told = beyond
    .filter(({ isWrong, times }) => isWrong || times.failedCount > 0)
    .map(({ name, times }) => {
      const most = `${each.at} ${name}: most ${seconds(times.max)} s`;
      return `${most}, ${times.failedCount} failed: ${times.failures.join('; ')}`;
    });
  const answered = each.burst.get('200') ?? 0;
  const taken = each.burst.get('taken by the exchange') ?? 0;
  if (answered === taken) return told;
  return [...told, `${each.at} took ${taken} of the burst and ${answered} were answered with 200`];
}
