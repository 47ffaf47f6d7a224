/**
 * A day of the simulated market with faults, at full speed: `npm run simulated-day -- [--hours 24]
 * [--seed day] [--faults harsh] [--every 1]`.
 *
 * Ten books of four venues pass through the wire with its faults, and through the core that keeps
 * the books of real venues. Every `--every`-th accepted message is compared with the market. Every
 * half second a usable book must be as young as it says, and an unusable one must be recovering.
 * Ends with 1 when anything was ever wrong, a book did not recover, or memory grew.
 */
import { parseArgs } from 'node:util';
import { createSimulatedRun } from '../server/test/support/marketData/simulatedRun.ts';

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    seed: { type: 'string', default: 'day' },
    faults: { type: 'string', default: 'harsh' },
    every: { type: 'string', default: '1' },
  },
});

const hourMs = 3_600_000;
/** Growth of memory from the second hour on that counts as a leak. */
const growthShareMax = 0.1;
const growthMbMax = 5;
/** Time for the books to recover from the last fault at the end. */
const settleMs = 30_000;
const settleTimes = 20;

const hours = Number(values.hours);
const { faults } = values;
if (
  !(Number.isInteger(hours) && hours >= 1 && hours <= 168) ||
  (faults !== 'mild' && faults !== 'harsh')
) {
  console.error('simulatedDay: --hours is a whole number from 1 to 168, --faults mild or harsh');
  process.exit(2);
}
const symbols = ['BTC/USDT', 'BTC/USD', 'ETH/USDT:USDT', 'SOL/USDT'];
const run = createSimulatedRun({
  seed: values.seed,
  faults,
  symbols,
  compareEvery: Number(values.every),
});
const startedMs = performance.now();
const heapMb: number[] = [];

for (let hour = 1; hour <= hours; hour += 1) {
  await run.advance(hourMs);
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  heapMb.push(heapUsed / 1e6);
  const { updates, gaps, resyncs } = run.summary();
  const memory = `heap ${(heapUsed / 1e6).toFixed(1)} MB, resident ${(rss / 1e6).toFixed(0)} MB`;
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
  console.log(
    `hour ${hour}: ${updates} updates, ${gaps} gaps, ${resyncs} resyncs; ${memory}; ${seconds} s`,
  );
  if (run.violations.length > 0) break;
}
// Faults go on: each book must be usable at some moment, but not all of them at the same one.
const missing = new Set(run.unusable());
for (let time = 0; time < settleTimes && missing.size > 0; time += 1) {
  await run.advance(settleMs);
  const still = new Set(run.unusable());
  for (const name of missing) if (!still.has(name)) missing.delete(name);
}

const { injected, flags, updates, compared, gaps, resyncs, longestOutMs } = run.summary();
console.log(`\nfaults injected  ${list(injected)}`);
console.log(`books flagged    ${list(flags)}`);
console.log(`counted          ${gaps} gaps, ${resyncs} resyncs`);
console.log(`messages         ${updates} accepted, ${compared} compared with the market`);
console.log(`longest out of use ${(longestOutMs / 1_000).toFixed(1)} s (refusals apart)`);
const verdicts = [...run.violations, ...[...missing].map((name) => `${name} never came back`)];
const first = heapMb[1] ?? heapMb[0] ?? 0;
const last = Math.min(...heapMb.slice(-Math.max(1, Math.floor(heapMb.length / 4))));
if (last > first * (1 + growthShareMax) && last > first + growthMbMax) {
  verdicts.push(`memory grew from ${first.toFixed(1)} to ${last.toFixed(1)} MB`);
}
for (const verdict of verdicts) console.log(`WRONG ${verdict}`);
console.log(verdicts.length === 0 ? 'PASS' : 'FAIL');
await run.stop();
process.exit(verdicts.length === 0 ? 0 : 1);

function list(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort()
    .map(([what, count]) => `${what} ${count}`)
    .join(', ');
}
