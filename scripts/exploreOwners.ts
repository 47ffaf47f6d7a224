/**
 * Explores every interleaving of one order, the process that sends it, the process that takes over,
 * the venue and the network between them, with pauses everywhere and clocks that differ: `npm run
 * explore-owners`. Without any one rule of the product it must find a counterexample.
 *
 * Prints the number of states. Ends with 1 when something is wrong in a whole product, or when
 * leaving out a rule goes unnoticed. docs/proofs/methods.md says more.
 */
import { explore } from './simulate/explore/explore.ts';
import { rules, rulesBesides, type Surroundings } from './simulate/explore/model.ts';
import { harshest, surroundings } from './simulate/explore/surroundings.ts';

let isRight = true;
let states = 0;
let steps = 0;

for (const around of surroundings) {
  const { states: own, steps: made, found } = explore(around);
  states += own;
  steps += made;
  console.log(`${said(around)}: ${own} states, ${made} steps, ${found?.wrong ?? 'nothing wrong'}`);
  for (const step of found?.path ?? []) console.log(`  ${step}`);
  isRight &&= !found;
}
console.log(`${states} states and ${steps} steps in all\n`);

for (const rule of rules) {
  const { found } = explore(harshest(rule));
  console.log(`without "${rule}": ${found?.wrong ?? 'NOT MISSED'}`);
  for (const step of found?.path ?? []) console.log(`  ${step}`);
  isRight &&= found !== undefined;
}
for (const rule of rulesBesides) {
  const { states: own, found } = explore(harshest(rule));
  console.log(`without "${rule}": ${own} states, ${found?.wrong ?? 'nothing wrong'}`);
}
process.exit(isRight ? 0 : 1);

function said({ clockOfA, apartMs, signedApartMs }: Surroundings): string {
  return (
    `clock of A ${clockOfA}, wall clock of B ${apartMs / 1_000} s ahead, ` +
    `signed ${signedApartMs / 1_000} s ahead of the venue`
  );
}
