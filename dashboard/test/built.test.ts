import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const dashboard = fileURLToPath(new URL('..', import.meta.url));
const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));

it('is shipped as its sources build it; npm run build:dashboard brings it up to date', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'windlass-dashboard-'));
  try {
    // In a process of its own: a test's NODE_ENV would be built in.
    const { NODE_ENV: _, ...env } = process.env;
    const args = [vite, 'build', dashboard, '--outDir', folder, '--emptyOutDir'];
    await promisify(execFile)(process.execPath, args, { env });
    const built = await contentOf(folder);
    expect(built.size).toBeGreaterThan(5);
    const shipped = await contentOf(join(dashboard, 'built'));
    expect([...shipped.keys()]).toEqual([...built.keys()]);
    for (const [path, text] of built) expect(shipped.get(path) === text, path).toBe(true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Returns the text of every file below the folder, by its path there. */
async function contentOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const),
    ),
  );
}
