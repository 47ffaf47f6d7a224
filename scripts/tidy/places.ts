import { isScript, isTest } from './paths.ts';

/** The place of a file in the architecture. */
export type Place =
  | { readonly kind: Landmark }
  /** A file of a folder with other rules for its doors: files that translate wire data. */
  | { readonly kind: 'access' | 'vault' | 'tradingRoot'; readonly door: boolean }
  /** `name` is the folder; `shared` is common to all venues. */
  | { readonly kind: 'venue'; readonly name: string }
  /** A page of the dashboard: `name` is its folder. */
  | { readonly kind: 'feature'; readonly name: string }
  | { readonly kind: 'module'; readonly name: string; readonly door: boolean };

type Landmark =
  | 'test'
  | 'script'
  | 'contract'
  | 'client'
  | 'cli'
  /** The frame around the pages of the dashboard. */
  | 'pageApp'
  /** Code that every page of the dashboard uses. */
  | 'pageShared'
  /** The pure matching engine. */
  | 'matching'
  /** The exchanges' protocols in front of the matching engine. */
  | 'simulator'
  | 'kit'
  | 'http'
  | 'store'
  | 'config'
  | 'app'
  | 'main'
  /** Routes of the process itself. */
  | 'system'
  /** Files that an old Node.js can read, so that it is refused with a clear message. */
  | 'launcher'
  | 'model'
  /** Files beside the venue folders: the ports and code that serves every venue. */
  | 'venuesRoot'
  /** The one list of venues, and the choice of their feeds. */
  | 'venueRegistry'
  | 'package'
  | 'builtin'
  | 'unknown';

/**
 * Names of files that translate between the wire and the domain. A folder of such a name contains
 * several of them.
 */
const doorName = /(^|\/)(routes|stream|wire|scope|service)(\.ts$|\/)/;

const landmarks: readonly (readonly [RegExp, Landmark])[] = [
  [/^npm:/, 'package'],
  [/^node:/, 'builtin'],
  [/^contract\//, 'contract'],
  [/^client\//, 'client'],
  [/^cli\//, 'cli'],
  [/^dashboard\/src\/(app\/|main\.tsx$)/, 'pageApp'],
  [/^dashboard\/src\/shared\//, 'pageShared'],
  [/^matching\//, 'matching'],
  [/^simulator\//, 'simulator'],
  [/^server\/src\/kit\//, 'kit'],
  [/^server\/src\/http\//, 'http'],
  [/^server\/src\/store\//, 'store'],
  [/^server\/src\/config\.ts$/, 'config'],
  // These files create the parts: the service, its feeds, ledgers, venues, key and standby; the
  // recorder; backups; and what the doctor reads from the database.
  [/^server\/src\/(app|connectors|feeds|ledgers|masterKey|record|recorder|inspect)\.ts$/, 'app'],
  [/^server\/src\/(standby|handover|warming|ports)\.ts$/, 'app'],
  [/^server\/src\/(foundation|marketConnections|services|door)\.ts$/, 'app'],
  [/^server\/src\/((backup|restore)\.ts$|backups\/)/, 'app'],
  [/^server\/src\/main\.ts$/, 'main'],
  [/^server\/src\/system\.ts$/, 'system'],
  [/^server\/bin\//, 'launcher'],
  [/^server\/src\/trading\/model\//, 'model'],
  [/^server\/src\/trading\/venues\/(registry|marketData|elsewhere|feeds)\.ts$/, 'venueRegistry'],
  [/^server\/src\/trading\/venues\/live(Markets|Venues)\.ts$/, 'venueRegistry'],
  [/^server\/src\/trading\/venues\/[^/]+\.ts$/, 'venuesRoot'],
];

/** Returns the place of the file, package or built-in module. */
export function placeOf(path: string): Place {
  if (isTest(path)) return { kind: 'test' };
  if (isScript(path)) return { kind: 'script' };
  const landmark = landmarks.find(([pattern]) => pattern.test(path));
  if (landmark) return { kind: landmark[1] };
  const feature = /^dashboard\/src\/features\/([^/]+)\//.exec(path)?.[1];
  if (feature !== undefined) return { kind: 'feature', name: feature };
  const [, folder, inner, rest] = /^server\/src\/(access|vault|trading)\/(?:([^/]+)\/)?(.+)$/.exec(
    path,
  ) ?? [undefined, undefined, undefined, undefined];
  const door = doorName.test(path.replace(/^server\/src\//, ''));
  if (folder === 'access' || folder === 'vault') return { kind: folder, door };
  if (folder !== 'trading' || rest === undefined) return { kind: 'unknown' };
  // These files assemble the trading service.
  if (inner === undefined || inner === 'service') return { kind: 'tradingRoot', door };
  if (inner === 'venues') return { kind: 'venue', name: rest.split('/')[0] ?? rest };
  return { kind: 'module', name: inner, door };
}
