import { venueIds } from '../../contract/src/venues.ts';
import { hasEvery } from './everyId.ts';
import { isProduct } from './paths.ts';
import type { TextFile } from './tree.ts';
import { partRoles, top } from './venueRoles.ts';
import { venuesFolder } from './venueShape.ts';
import type { Violation } from './violation.ts';

/** The files outside the exchanges' own folders that name every exchange, and what each says. */
export const venueLists: ReadonlyMap<string, string> = new Map([
  ['contract/src/venues.ts', 'its id, its name and the facts about its accounts'],
  [`${venuesFolder}/registry.ts`, 'one line; does not compile without it'],
  ['dashboard/src/shared/style/tokens.css', 'its colour on the page; grey without it'],
  ['simulator/src/twins.ts', 'one line: its twin, and the markets of its twin'],
]);

/** No product file but these lists every exchange by hand: they would all have to be found. */
export function checkVenueLists(files: readonly TextFile[]): Violation[] {
  return files
    .filter(({ path }) => !venueLists.has(path))
    .filter(namesEveryVenue)
    .map(({ path }) => ({
      path,
      line: 1,
      rule: 'venue-list',
      todo: 'names every exchange: read them from contract/src/venues.ts or from the registry',
    }));
}

/** Says which files an exchange of that id adds, and which existing ones it touches. */
export function newVenue(id: string, files: readonly TextFile[]): readonly string[] {
  const touched = files.filter(namesEveryVenue).map(({ path }) => path);
  const aids = files.filter((file) => isAid(file.path) && hasEvery(venueIds, file));
  const parts = [...partRoles].map(([part, { shared, product }]) => {
    return `  ${part}/ ${[...shared.must, ...product.must].join(' ')}`;
  });
  return [
    `A new folder ${venuesFolder}/${id}/`,
    `  ${top.must.join(' ')}`,
    ...parts,
    `A new folder simulator/src/${id}/, its twin`,
    'These existing files:',
    ...touched.map((path) => `  ${path}: ${venueLists.get(path) ?? 'not a known list'}`),
    'These tests and scripts, which name every exchange:',
    ...aids.map(({ path }) => `  ${path}`),
  ];
}

function namesEveryVenue(file: TextFile): boolean {
  return isListed(file.path) && hasEvery(venueIds, file);
}

/** True for code and styles of the product outside the exchanges' own folders and their twins. */
function isListed(path: string): boolean {
  return /^[a-z]+\/src\/.*\.(tsx?|css)$/.test(path) && isProduct(path) && !isOwn(path);
}

function isAid(path: string): boolean {
  return /\.tsx?$/.test(path) && !isProduct(path) && !isOwn(path);
}

function isOwn(path: string): boolean {
  return venueIds.some((id) => {
    return path.startsWith(`${venuesFolder}/${id}/`) || path.startsWith(`simulator/src/${id}`);
  });
}
