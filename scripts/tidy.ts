/**
 * `npm run tidy`: the rules of the house that no other tool checks. Prints each violation as
 * `path:line rule — what to do`; any makes it fail. The rules are in `scripts/tidy/`, each with its
 * test of planted mistakes.
 */
import { endpoints } from '../contract/src/endpoints.ts';
import { checkProject } from './tidy/project.ts';
import { formatViolation } from './tidy/violation.ts';

const root = new URL('..', import.meta.url).pathname;
const violations = await checkProject(root, Object.keys(endpoints));
for (const violation of violations) console.log(formatViolation(violation));
console.log(violations.length === 0 ? 'Tidy.' : `${violations.length} violations.`);
process.exitCode = violations.length === 0 ? 0 : 1;
