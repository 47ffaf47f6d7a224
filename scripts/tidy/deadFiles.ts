import { posix } from 'node:path';
import { literalText, walk } from './ast.ts';
import type { Edge } from './graph.ts';
import { isTest, isToolConfig } from './paths.ts';
import type { SourceFile } from './source.ts';
import type { Violation } from './violation.ts';

/** Where reading, running or testing begins. */
function isEntry(path: string): boolean {
  return (
    /^(server|cli)\/src\/main\.ts$|^(server|cli)\/bin\/|^(client|contract)\/src\/index\.ts$/.test(
      path,
    ) ||
    /^scripts\/[^/]+\.ts$/.test(path) ||
    path.endsWith('.test.ts') ||
    (isToolConfig(path) && !path.includes('/'))
  );
}

/** Code that no entry point reaches. */
export function checkDeadFiles(files: readonly SourceFile[], edges: readonly Edge[]): Violation[] {
  const paths = new Set(files.map((file) => file.path));
  const next = new Map<string, string[]>();
  const link = (from: string, to: string) => next.set(from, [...(next.get(from) ?? []), to]);
  for (const edge of edges) link(edge.from, edge.to);
  for (const file of files) for (const to of filesNamedIn(file, paths)) link(file.path, to);

  const reached = new Set<string>();
  const waiting = [...paths].filter(isEntry);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    waiting.push(...(next.get(path) ?? []));
  }
  return files
    .filter((file) => !reached.has(file.path))
    .map(({ path }) => ({
      path,
      line: 1,
      rule: 'dead-file',
      todo: isTest(path) ? 'no test uses it: delete it' : 'nothing imports it: use or delete it',
    }));
}

/** Workers, child processes and configuration name their files in a literal. */
function filesNamedIn(file: SourceFile, paths: ReadonlySet<string>): string[] {
  const named: string[] = [];
  walk(file.root, (node) => {
    const text = literalText(node);
    if (text === undefined || !/\.(ts|mjs)$/.test(text)) return undefined;
    const beside = posix.join(posix.dirname(file.path), text);
    named.push(...[beside, posix.normalize(text)].filter((path) => paths.has(path)));
    return undefined;
  });
  return named;
}
