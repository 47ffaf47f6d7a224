import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Block, readBlocks } from './blocks.ts';

export interface Page {
  readonly path: string;
  readonly blocks: readonly Block[];
}

/** Returns every page of the repository that has commands, tracked or new. */
export async function readPages(repository: string): Promise<readonly Page[]> {
  const run = promisify(execFile);
  const asked = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
  const { stdout } = await run('git', asked, { cwd: repository });
  const paths = stdout.split('\n').filter((path) => path !== '');
  const pages = await Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(repository, path), 'utf8');
      return { path, blocks: readBlocks(text) };
    }),
  );
  return pages.filter(({ blocks }) => blocks.length > 0);
}
