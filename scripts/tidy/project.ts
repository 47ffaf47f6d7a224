import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkBannedCalls, linesReachingOut } from './bannedCalls.ts';
import { checkCommands, scriptNames } from './commands.ts';
import { checkComments } from './comments.ts';
import { checkDeadFiles } from './deadFiles.ts';
import { checkEndpoints } from './endpoints.ts';
import { checkFolderNames, checkForbidden } from './forbidden.ts';
import { checkFunctions } from './functions.ts';
import { readGraph } from './graph.ts';
import { checkImports } from './imports.ts';
import { checkKitImports } from './kitImports.ts';
import { checkLinks } from './links.ts';
import { checkModuleState } from './moduleState.ts';
import { isCode } from './paths.ts';
import { checkSizes } from './sizes.ts';
import { parseSource, type SourceFile } from './source.ts';
import { listFiles, readFiles, type TextFile } from './tree.ts';
import { checkVenueIds } from './venueIds.ts';
import { inReadingOrder, type Violation } from './violation.ts';
import { applyWaivers } from './waivers.ts';
import { checkWords } from './words.ts';

const codeFolders = [
  ...['contract', 'server', 'client', 'cli', 'dashboard', 'matching', 'simulator', 'scripts'],
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
  const { sources, unreadable } = parseAll(texts.filter((file) => isCode(file.path)));
  const folders = codeFolders.filter((folder) => exists(folder));
  // The graph of a tree that does not parse says nothing; the syntax comes first.
  const edges = unreadable.length === 0 ? await readGraph(root, folders) : undefined;
  return inReadingOrder([
    ...unreadable,
    ...sources.flatMap(checkSource),
    ...checkFolderNames(paths),
    ...(edges ? [...checkImports(edges, texts), ...checkDeadFiles(sources, edges)] : []),
    ...checkEndpoints(endpointNames, sources),
    ...texts.flatMap((file) => [
      ...checkLinks(file, exists),
      ...checkWords(file, exists),
      ...checkCommands(file, scripts),
    ]),
  ]);
}

/** The checks that need one file only. */
export function checkSource(file: SourceFile): Violation[] {
  const violations = [
    ...checkBannedCalls(file),
    ...checkSizes(file),
    ...checkFunctions(file),
    ...checkForbidden(file),
    ...checkModuleState(file),
    ...checkKitImports(file),
    ...checkVenueIds(file),
    ...checkComments(file),
  ];
  return applyWaivers(file, violations, linesReachingOut(file));
}

function parseAll(files: readonly TextFile[]): {
  readonly sources: SourceFile[];
  readonly unreadable: Violation[];
} {
  const sources: SourceFile[] = [];
  const unreadable: Violation[] = [];
  for (const { path, text } of files) {
    try {
      sources.push(parseSource(path, text));
    } catch {
      const todo = 'not to be parsed: tsc says why';
      unreadable.push({ path, line: 1, rule: 'syntax', todo });
    }
  }
  return { sources, unreadable };
}
