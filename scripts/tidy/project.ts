import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkAlgorithmLists, newAlgorithm } from './algorithmLists.ts';
import { checkAnchors } from './anchors.ts';
import { checkBannedCalls, linesReachingOut } from './bannedCalls.ts';
import { checkCommands, scriptNames } from './commands.ts';
import { checkComments } from './comments.ts';
import { checkDeadFiles, type NamingFile, namesIn } from './deadFiles.ts';
import { checkEndpoints, type EndpointFile, endpointsIn } from './endpoints.ts';
import { checkFolderNames, checkForbidden } from './forbidden.ts';
import { checkFunctions } from './functions.ts';
import { findUses } from './globalUses.ts';
import { readGraph } from './graph.ts';
import { checkImports } from './imports.ts';
import { checkLinks } from './links.ts';
import { checkModuleState } from './moduleState.ts';
import { isCode } from './paths.ts';
import { checkSizes } from './sizes.ts';
import { parseSource, type SourceFile } from './source.ts';
import { listFiles, readFiles, type TextFile } from './tree.ts';
import { checkVenueIds } from './venueIds.ts';
import { checkVenueLists, newVenue } from './venueLists.ts';
import { checkVenueShape } from './venueShape.ts';
import { inReadingOrder, type Violation } from './violation.ts';
import { applyWaivers } from './waivers.ts';
import { checkWords } from './words.ts';

const codeFolders = [
  'contract',
  'server',
  'client',
  'cli',
  'dashboard',
  'matching',
  'simulator',
  'scripts',
];

/** Runs every check over the tree below the root. */
export async function checkProject(
  root: string,
  endpointNames: readonly string[],
): Promise<Violation[]> {
  const paths = await listFiles(root);
  const texts = await readFiles(root, paths);
  const scripts = scriptNames(texts);
  const exists = (path: string) => existsSync(join(root, path));
  const { judged, unreadable } = judgeAll(texts.filter((file) => isCode(file.path)));
  const folders = codeFolders.filter((folder) => exists(folder));
  // The graph of a tree that does not parse tells nothing; syntax errors come first.
  const edges = unreadable.length === 0 ? await readGraph(root, folders) : undefined;
  const naming = judged.map(({ names }) => names);
  return inReadingOrder([
    ...unreadable,
    ...judged.flatMap(({ violations }) => violations),
    ...checkFolderNames(paths),
    ...checkVenueShape(texts, edges),
    ...checkVenueLists(texts),
    ...checkAlgorithmLists(texts),
    ...(edges ? [...checkImports(edges, texts), ...checkDeadFiles(naming, edges)] : []),
    ...checkEndpoints(
      endpointNames,
      judged.map(({ endpoints }) => endpoints),
    ),
    ...checkAnchors(texts),
    ...texts.flatMap((file) => [
      ...checkLinks(file, exists),
      ...checkWords(file, exists),
      ...checkCommands(file, scripts),
    ]),
  ]);
}

/** Returns lines that say what an exchange of that id would add and touch in the tree. */
export async function describeNewVenue(root: string, id: string): Promise<readonly string[]> {
  return newVenue(id, await readFiles(root, await listFiles(root)));
}

/** Returns lines that say what an algorithm of that type would add and touch in the tree. */
export async function describeNewAlgorithm(root: string, type: string): Promise<readonly string[]> {
  return newAlgorithm(type, await readFiles(root, await listFiles(root)));
}

/** Runs the checks that need only one file. */
export function checkSource(file: SourceFile): Violation[] {
  const uses = findUses(file.root);
  const violations = [
    ...checkBannedCalls(file, uses),
    ...checkSizes(file),
    ...checkFunctions(file),
    ...checkForbidden(file),
    ...checkModuleState(file),
    ...checkVenueIds(file),
    ...checkComments(file),
  ];
  return applyWaivers(file, violations, linesReachingOut(file, uses));
}

/** The results of a file; its syntax tree is dropped, as thousands would fill the memory. */
interface Judged {
  readonly violations: readonly Violation[];
  readonly names: NamingFile;
  readonly endpoints: EndpointFile;
}

function judge(file: SourceFile): Judged {
  return { violations: checkSource(file), names: namesIn(file), endpoints: endpointsIn(file) };
}

function judgeAll(files: readonly TextFile[]): {
  readonly judged: Judged[];
  readonly unreadable: Violation[];
} {
  const judged: Judged[] = [];
  const unreadable: Violation[] = [];
  for (const file of files) {
    const source = parsed(file);
    if (source) judged.push(judge(source));
    else {
      const todo = 'not to be parsed: tsc says why';
      unreadable.push({ path: file.path, line: 1, rule: 'syntax', todo });
    }
  }
  return { judged, unreadable };
}

function parsed({ path, text }: TextFile): SourceFile | undefined {
  try {
    return parseSource(path, text);
  } catch {
    return undefined;
  }
}
