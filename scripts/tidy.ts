/**
 * `npm run tidy`: the rules that no other tool checks. Prints each violation as
 * `path:line rule — what to do`; any makes it fail. The rules are in `scripts/tidy/`, each with its
 * test of planted mistakes. `npm run tidy -- --new-venue coinbase` checks nothing: it prints which
 * files an exchange of that id adds and touches; `--new-algorithm vwap` does it for an algorithm.
 */
import { parseArgs } from 'node:util';
import { endpoints } from '../contract/src/endpoints.ts';
import { checkProject, describeNewAlgorithm, describeNewVenue } from './tidy/project.ts';
import { formatViolation } from './tidy/violation.ts';

const root = new URL('..', import.meta.url).pathname;
const { values } = parseArgs({
  options: { 'new-venue': { type: 'string' }, 'new-algorithm': { type: 'string' } },
});
const { 'new-venue': venue, 'new-algorithm': algorithm } = values;
if (venue !== undefined) print(await describeNewVenue(root, venue));
else if (algorithm !== undefined) print(await describeNewAlgorithm(root, algorithm));
else await check();

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}

async function check(): Promise<void> {
  const violations = await checkProject(root, Object.keys(endpoints));
  for (const violation of violations) console.log(formatViolation(violation));
  console.log(violations.length === 0 ? 'Tidy.' : `${violations.length} violations.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
