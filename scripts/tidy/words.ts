import { posix } from 'node:path';
import type { TextFile } from './tree.ts';
import type { Violation } from './violation.ts';

/** The one file that may look beside the repository, for recorded captures. */
const ciScript = '.ci/run';
const workFolder = /(?<![\w.~@\\-])\/work(?![\w-])/;
const neighbour = /(?:\.\.\/)+shared\b/g;

/** The repository stands on its own: no text names the folders it happens to lie in or beside. */
export function checkWords(file: TextFile, exists: (path: string) => boolean): Violation[] {
  return file.text.split('\n').flatMap((line, index) => {
    const found = [
      ...(workFolder.exec(line) ?? []),
      ...(file.path === ciScript ? [] : neighboursIn(line)),
    ].filter((name) => !isInside(file.path, name, exists));
    return found.map((name) => ({
      path: file.path,
      line: index + 1,
      rule: 'workplace',
      todo: `${name} is outside the repository: leave it out`,
    }));
  });
}

function neighboursIn(line: string): string[] {
  return [...line.matchAll(neighbour)].map(([name]) => name);
}

/** A folder of that name within the repository is nobody else's. */
function isInside(from: string, name: string, exists: (path: string) => boolean): boolean {
  if (!name.startsWith('.')) return false;
  const path = posix.join(posix.dirname(from), name);
  return !path.startsWith('..') && exists(path);
}
