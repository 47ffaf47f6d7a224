import { posix } from 'node:path';
import { venueIds } from '../../contract/src/venues.ts';
import type { Edge } from './graph.ts';
import { isTest } from './paths.ts';
import type { TextFile } from './tree.ts';
import { formerNames, type Roles, roleNames, rolesOf } from './venueRoles.ts';
import type { Violation } from './violation.ts';

/** The folder of all exchanges. */
export const venuesFolder = 'server/src/trading/venues';
/** The only files of an exchange's folder that the product outside of it imports. */
const faces = new Set(['index.ts', 'marketData/index.ts', 'trading/index.ts']);
const ids: ReadonlySet<string> = new Set(venueIds);

/** A file of an exchange's folder. */
interface VenueFile {
  readonly venue: string;
  /** Within the folder of the exchange. */
  readonly name: string;
}

/**
 * Every exchange has the same folders and the same role files, each of which exports an object of
 * its role's type. Further files may stand beside them, for that exchange alone.
 */
export function checkVenueShape(
  files: readonly TextFile[],
  edges: readonly Edge[] = [],
): Violation[] {
  const own = files.flatMap((file) => {
    const at = venueFile(file.path);
    return at && !file.path.endsWith('.test.ts') ? [{ ...at, text: file.text }] : [];
  });
  const byVenue = Map.groupBy(own, ({ venue }) => venue);
  return [
    ...[...byVenue].flatMap(([venue, ofVenue]) => checkFolder(venue, ofVenue)),
    ...edges.flatMap(checkEdge),
  ];
}

/** Returns undefined for paths outside the exchanges' folders. */
function venueFile(path: string): VenueFile | undefined {
  if (!path.startsWith(`${venuesFolder}/`)) return undefined;
  const [venue = '', ...rest] = path.slice(venuesFolder.length + 1).split('/');
  return ids.has(venue) && rest.length > 0 ? { venue, name: rest.join('/') } : undefined;
}

function checkFolder(
  venue: string,
  files: readonly (VenueFile & { readonly text: string })[],
): Violation[] {
  const names = new Set(files.map(({ name }) => name));
  const folders = new Set(files.map(({ name }) => posix.dirname(name)));
  const violation = (name: string, todo: string): Violation => ({
    path: `${venuesFolder}/${venue}/${name}`,
    line: 1,
    rule: 'venue-shape',
    todo,
  });
  const parts = new Set(['.', 'marketData', 'trading', ...folders]);
  const missing = [...parts].flatMap((folder) => {
    const must = (rolesOf(folder, folders)?.must ?? []).map((role) => posix.join(folder, role));
    const todo = 'missing: every exchange has this file';
    return must.filter((name) => !names.has(name)).map((name) => violation(name, todo));
  });
  const wrong = files.flatMap(({ name, text }) => {
    const roles = rolesOf(posix.dirname(name), folders);
    if (!roles) {
      const todo =
        'an exchange has the folders marketData and trading, with at most one level more';
      return [violation(name, todo)];
    }
    const todo = wrongIn(posix.basename(name), text, roles);
    return todo === undefined ? [] : [violation(name, todo)];
  });
  return [...missing, ...wrong];
}

/** Returns what to do about the name or the text of a file; undefined when both are right. */
function wrongIn(name: string, text: string, { types }: Roles): string | undefined {
  const role = formerNames.get(name);
  if (role !== undefined) return `call it ${role}, as at the other exchanges`;
  const type = types.get(name);
  if (type === undefined) return undefined;
  const declared = new RegExp(`^export const \\w+: (readonly )?${type}(\\[\\])? =`, 'm');
  return declared.test(text) ? undefined : `export an object of the type ${type}`;
}

/** Files of an exchange are its own; tests and scripts may also use its role files. */
function checkEdge({ from, to }: Edge): Violation[] {
  const target = venueFile(to);
  if (!target || target.name.endsWith('.test.ts')) return [];
  const importer = venueFile(from);
  if (importer?.venue === target.venue) return [];
  const isTool = isTest(from) || from.startsWith('scripts/');
  if (isTool ? roleNames.has(posix.basename(target.name)) : faces.has(target.name)) return [];
  const may = isTool ? 'only role files of an exchange' : `only ${[...faces].join(', ')}`;
  const todo = `imports ${to}: outside its folder ${may} may be imported`;
  return [{ path: from, line: 1, rule: 'venue-own-file', todo }];
}
