import { algorithmTypes } from '../../contract/src/trading/algorithms/registry.ts';
import { hasEvery } from './everyId.ts';
import { isProduct } from './paths.ts';
import type { TextFile } from './tree.ts';
import type { Violation } from './violation.ts';

const contractFolder = 'contract/src/trading/algorithms';
const serverFolder = 'server/src/trading/algorithms';

/** The product files that name every algorithm, and the content of each. */
export const algorithmLists: ReadonlyMap<string, string> = new Map([
  [`${contractFolder}/registry.ts`, 'one line; everything else reads it from there'],
  [`${serverFolder}/registry.ts`, 'one line; does not compile without it'],
]);

/** No product file but these lists every algorithm by hand: they would all have to be found. */
export function checkAlgorithmLists(files: readonly TextFile[]): Violation[] {
  return files
    .filter(({ path }) => !algorithmLists.has(path))
    .filter((file) => isListed(file.path) && hasEvery(algorithmTypes, file))
    .map(({ path }) => ({
      path,
      line: 1,
      rule: 'algorithm-list',
      todo: `names every algorithm: read them from ${contractFolder}/registry.ts`,
    }));
}

/** Says which files an algorithm of that type adds, and which existing ones it touches. */
export function newAlgorithm(type: string, files: readonly TextFile[]): readonly string[] {
  const name = type.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const all = files.filter((file) => hasEvery(algorithmTypes, file));
  const touched = all.filter(({ path }) => isListed(path));
  const aids = all.filter(({ path }) => /\.tsx?$/.test(path) && !isProduct(path));
  return [
    `A new file ${contractFolder}/${name}.ts: its name, parameters and contradictions`,
    `A new folder ${serverFolder}/${name}/`,
    '  definition.ts, and params.ts where a parameter depends on the order or on another',
    'These existing files:',
    ...touched.map(({ path }) => `  ${path}: ${algorithmLists.get(path) ?? 'not a known list'}`),
    'These tests and scripts, which name every algorithm:',
    ...aids.map(({ path }) => `  ${path}`),
  ];
}

function isListed(path: string): boolean {
  return /^[a-z]+\/src\/.*\.tsx?$/.test(path) && isProduct(path);
}
