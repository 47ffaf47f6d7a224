import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder that only its owner may enter, and the missing folders above it. Node's own
 * recursive mkdir never ends when the system refuses a folder with ENOENT, for example below /proc.
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
