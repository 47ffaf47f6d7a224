import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { pairPlants } from '../pairs/plants.ts';
import { hostPlants, plantedIn } from './hostPlants.ts';

// Loaded before the service (`node --import`): plants one mistake as its files are read. The
// sources on the disk stay as they are.

const name = process.env[plantedIn];
const plant = [...hostPlants, ...pairPlants].find((each) => each.name === name);
if (!plant) throw new Error(`${plantedIn} names no mistake that can be planted (got "${name}")`);

const planted = new Map(
  plant.changes.map(({ file, right, wrong }) => {
    const url = new URL(`../../../server/src/trading/algorithms/${file}`, import.meta.url).href;
    const source = readFileSync(fileURLToPath(url), 'utf8');
    if (source.split(right).length !== 2) throw new Error(`${file} does not have once: ${right}`);
    return [url, source.replace(right, () => wrong)] as const;
  }),
);

registerHooks({
  load(url, context, nextLoad) {
    const source = planted.get(url);
    const loaded = nextLoad(url, context);
    return source === undefined ? loaded : { ...loaded, source };
  },
});
