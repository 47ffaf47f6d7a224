import { posix } from 'node:path';
import { literalText, walk } from './ast.ts';
import type { Edge } from './graph.ts';
import { isTest, isToolConfig } from './paths.ts';
import type { SourceFile } from './source.ts';
import type { Violation } from './violation.ts';

/** Files where the product, a script or a measurement starts. */
const productEntry = new RegExp(
  [
    String.raw`^(server|cli)/(src/main|bin/\w+)\.m?[jt]s$`,
    String.raw`^dashboard/(src/main\.tsx|vite\.config\.ts)$`,
    String.raw`^\w+/src/index\.ts$`,
    String.raw`^scripts/[^/]+\.ts$`,
  ].join('|'),
);

/** A file, and its literals that look like file names. */
export interface NamingFile {
  readonly path: string;
  readonly named: readonly string[];
}

/**
 * Returns literals that may be file names, as workers, child processes and configuration use them.
 */
export function namesIn(file: SourceFile): NamingFile {
  const named: string[] = [];
  walk(file.root, (node) => {
    const text = literalText(node);
    if (text !== undefined && /\.(ts|mjs)$/.test(text)) named.push(text);
    return undefined;
  });
  return { path: file.path, named };
}

/** Reports code that no entry reaches, and product code that only tests reach. */
export function checkDeadFiles(files: readonly NamingFile[], edges: readonly Edge[]): Violation[] {
  const paths = new Set(files.map((file) => file.path));
  const next = new Map<string, string[]>();
  const link = (from: string, to: string) => next.set(from, [...(next.get(from) ?? []), to]);
  for (const edge of edges) link(edge.from, edge.to);
  // Tidy names files to check them, not to use them.
  for (const file of files.filter(({ path }) => !path.startsWith('scripts/tidy/'))) {
    for (const to of filesNamedIn(file, paths)) link(file.path, to);
  }

  const entries = [...paths].filter((path) => productEntry.test(path) && !isTest(path));
  const inProduct = reachedFrom(entries, next);
  const inTests = reachedFrom([...paths].filter(isTestEntry), next);
  return files.flatMap(({ path }) => {
    const isFree = isTest(path) || isToolConfig(path);
    if (inProduct.has(path) || (isFree && inTests.has(path))) return [];
    return [{ path, line: 1, rule: 'dead-file', todo: adviceFor(path, inTests.has(path)) }];
  });
}

function isTestEntry(path: string): boolean {
  return path.endsWith('.test.ts') || (isToolConfig(path) && !path.includes('/'));
}

function reachedFrom(
  entries: readonly string[],
  next: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const reached = new Set<string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    waiting.push(...(next.get(path) ?? []));
  }
  return reached;
}

function adviceFor(path: string, isTested: boolean): string {
  if (isTest(path)) return 'no test uses it: delete it';
  if (!isTested) return 'nothing imports it: use or delete it';
  return 'only tests reach it: use it, delete it, or move it to `test/support`';
}

function filesNamedIn({ path, named }: NamingFile, paths: ReadonlySet<string>): string[] {
  return named
    .flatMap((text) => [posix.join(posix.dirname(path), text), posix.normalize(text)])
    .filter((each) => paths.has(each));
}
