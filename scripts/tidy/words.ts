import { posix } from 'node:path';
import type { TextFile } from './tree.ts';
import type { Violation } from './violation.ts';

/** The only file that may read folders beside the repository, for recorded captures. */
const ciScript = '.ci/run';
const workFolder = /(?<![\w.~@\\-])\/work(?![\w-])/;
const neighbour = /(?:\.\.\/)+shared\b/g;

/** Reports names of folders around the repository: the repository must work anywhere. */
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

/** Returns true when the name leads to a folder inside the repository. */
function isInside(from: string, name: string, exists: (path: string) => boolean): boolean {
  if (!name.startsWith('.')) return false;
  const path = posix.join(posix.dirname(from), name);
  return !path.startsWith('..') && exists(path);
}
