import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One text file of the repository. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Folders that are not checked, wherever they are. */
const foreignFolders = new Set(['node_modules', '.git', 'dist', 'coverage']);
/** Paths that the running service, npm and the build of the page write. */
const foreignPaths = new Set(['data', 'package-lock.json', 'dashboard/built']);
const textName = /(\.(tsx?|mjs|cjs|js|json|md|yml|yaml|sh|sql|html|css|txt)|^LICENSE|^run)$/;

/** Returns the sorted paths of all text files below the root. */
export async function listFiles(root: string, folder = ''): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const lists = entries.map(async (entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (foreignPaths.has(path)) return [];
    if (entry.isDirectory()) return foreignFolders.has(entry.name) ? [] : listFiles(root, path);
    return entry.isFile() && textName.test(entry.name) ? [path] : [];
  });
  return (await Promise.all(lists)).flat().sort();
}

export function readFiles(root: string, paths: readonly string[]): Promise<TextFile[]> {
  return Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  );
}
