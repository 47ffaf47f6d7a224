/**
 * Plants mistakes in the adapter of an exchange, one after the other, and runs its conformance
 * suite on each: `npm run prove:live -- binance`. Ends with 1 if the suite passes with any.
 */
import { spawnSync } from 'node:child_process';
import { simulatedVenues } from '../server/test/support/exchanges/every.ts';
import { requestPlants } from '../server/test/support/exchanges/requestPlants.ts';
import type { Plant } from '../server/test/support/plants/plant.ts';
import { type Finding, tryPlants } from './plants/trying.ts';

const [venue = 'binance', ...only] = process.argv.slice(2);
const suite = `server/test/conformance/live/${venue}.test.ts`;

/** Returns true when the suite passes; it stops at the first test that fails. */
function passes(planted: string | undefined): boolean {
  const { status } = spawnSync('vitest', ['run', suite, '--bail=1', '--reporter=dot'], {
    stdio: 'ignore',
    env: { ...process.env, ...(planted !== undefined && { WINDLASS_PLANTED: planted }) },
  });
  return status === 0;
}

function find({ name }: Plant): Finding {
  return { verdict: passes(name) ? undefined : 'a test fails', after: 'by the suite' };
}

if (!passes(undefined)) {
  console.error(`${suite} fails without any mistake planted.`);
  process.exit(1);
}
const { mutations = {} } = simulatedVenues.find((each) => each.venue === venue) ?? {};
const plants = requestPlants(mutations).filter(({ name }) => {
  return only.length === 0 || only.includes(name);
});
const survivors = await tryPlants(plants, find);
process.exit(survivors.length > 0 ? 1 : 0);
