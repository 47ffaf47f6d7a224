/**
 * Plants mistakes in the adapter of an exchange, one after the other, and runs its conformance
 * suite on each: `npm run prove:live -- binance`. Ends with 1 if the suite passes with any.
 */
import { spawnSync } from 'node:child_process';
import { simulatedVenues } from '../server/test/support/exchanges/every.ts';
import { signMutant } from '../server/test/support/exchanges/mutants.ts';

const [venue = 'binance', ...only] = process.argv.slice(2);
const suite = `server/test/conformance/live/${venue}.test.ts`;

/** Returns whether the suite passes; it stops at the first test that fails. */
function passes(planted: string | undefined): boolean {
  const { status } = spawnSync('vitest', ['run', suite, '--bail=1', '--reporter=dot'], {
    stdio: 'ignore',
    env: { ...process.env, ...(planted !== undefined && { WINDLASS_PLANTED: planted }) },
  });
  return status === 0;
}

if (!passes(undefined)) {
  console.error(`${suite} fails without any mistake planted.`);
  process.exit(1);
}
const { mutations = {} } = simulatedVenues.find((each) => each.venue === venue) ?? {};
const names = only.length > 0 ? only : [...Object.keys(mutations), signMutant];
const survivors = names.filter((name) => {
  const survives = passes(name);
  console.info(`${venue} ${name}: ${survives ? 'SURVIVES' : 'found'}`);
  return survives;
});
console.info(`${names.length - survivors.length} of ${names.length} mistakes were found.`);
process.exit(survivors.length > 0 ? 1 : 0);
