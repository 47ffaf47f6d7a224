import { stripTypeScriptTypes } from 'node:module';
import { expect, it } from 'vitest';
import { routerPlants } from '../../server/test/routing/plants.ts';
import { plantedSources } from '../../server/test/support/plants/plant.ts';
import { hostPlants } from '../simulate/algorithms/hostPlants.ts';
import { pairPlants } from '../simulate/pairs/plants.ts';

// Long proofs plant each of these and check that they find it (`npm run simulate`, `npm run
// prove:router`). Here only their texts are checked: each stands once in its file, and the wrong
// one in its place is a program too.

it.each([...routerPlants, ...hostPlants, ...pairPlants])(
  'the mistake "$name" still has its places in the product',
  (plant) => {
    for (const source of plantedSources(plant).values()) {
      expect(() => stripTypeScriptTypes(source)).not.toThrow();
    }
    for (const { right, wrong } of plant.changes) expect(wrong).not.toBe(right);
  },
);
