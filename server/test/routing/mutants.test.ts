import { expect, it } from 'vitest';
import { mutants, planted } from './mutants.ts';

/* `npm run prove:router` plants each of them and checks that the checks find it. */

it.each(mutants)('the mistake "$name" still has a place in the router', (mutant) => {
  expect(planted(mutant)).toContain(mutant.wrong);
});
