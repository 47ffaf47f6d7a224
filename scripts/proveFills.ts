/**
 * The proof that routed orders fill: `npm run prove:fills -- [--plans 200] [--seed 1]`.
 *
 * Sends so many plans of each size, one right after the other, to four liquid simulated venues
 * whose books move on while orders travel. Ends with 1 when less than 99 % of the quantity filled,
 * when anything traded beyond the allowed slippage, or when the median cost differs from the
 * estimate by more than a basis point. docs/proofs/methods.md says more.
 */
import { parseArgs } from 'node:util';
import {
  type FilledFigures,
  figuresOf,
  fillPlans,
} from '../server/test/support/routing/plans/filled.ts';

const { values } = parseArgs({
  options: { plans: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});

const sizes = [0.5, 2, 4];
const maxSlippageBps = 50;
const shareMin = 0.99;
const offMaxBps = 1;
/** Number of incomplete plans whose reasons are printed. */
const shownMax = 5;
/** Limit that keeps a typing error from running for a year. */
const plansMax = 100_000;

const plans = Number(values.plans);
if (!Number.isInteger(plans) || plans < 1 || plans > plansMax) {
  console.error(`--plans must be a whole number from 1 to ${plansMax}`);
  process.exit(2);
}

let isRight = true;
for (const size of sizes) {
  const seed = `${values.seed} ${size}`;
  const filled = await fillPlans({ seed, plans, sizes: [size], maxSlippageBps });
  const figures = figuresOf(filled);
  console.log(`${size} BTC: ${textOf(figures)}`);
  const short = filled.filter(({ status }) => status !== 'completed');
  for (const { reason } of short.slice(0, shownMax)) console.log(`  ${reason}`);
  isRight &&=
    figures.share >= shareMin &&
    Math.abs(figures.medianBps) <= offMaxBps &&
    figures.worstBps <= maxSlippageBps;
}
console.log(isRight ? 'PASS' : 'FAIL');
process.exit(isRight ? 0 : 1);

function textOf(figures: FilledFigures): string {
  const { medianBps, p5Bps, p95Bps, worstBps } = figures;
  return [
    `${figures.plans} plans`,
    `${(figures.share * 100).toFixed(3)} % filled`,
    `${figures.completed} completed`,
    `cost beyond the estimate ${medianBps.toFixed(3)} bps`,
    `5 to 95 of a hundred ${p5Bps.toFixed(2)} to ${p95Bps.toFixed(2)} bps`,
    `worst slice ${worstBps.toFixed(2)} bps`,
    `at most ${figures.roundsMax} rounds`,
    `${figures.medianMs} ms (${figures.longestMs} at most)`,
  ].join(', ');
}
