import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder only its owner may enter, and the folders above it that are missing. Node's own
 * recursive mkdir never ends where the system refuses a folder with ENOENT, as below /proc.
 */
export function makePrivateFolder(path: string): void {
  const folder = resolve(path);
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file, not a folder`);
    return;
  }
  makePrivateFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
