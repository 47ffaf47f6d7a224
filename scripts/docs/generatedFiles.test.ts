import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { renderAll } from './generatedFiles.ts';

const root = new URL('../../', import.meta.url);
const files = renderAll();

test.each(files)('$path is what the sources say today (else run: npm run docs)', async (file) => {
  const written = await readFile(new URL(file.path, root), 'utf8').catch(() => 'no such file');
  expect(written === file.text, `${file.path} is out of date`).toBe(true);
});

test.each(['docs/reference', 'python/windlass/endpoints'])(
  'nothing is left in %s of what is no longer generated',
  async (folder) => {
    const found = await readdir(new URL(folder, root), { withFileTypes: true });
    const names = found.filter((entry) => entry.isFile()).map(({ name }) => `${folder}/${name}`);
    const known = new Set(files.map(({ path }) => path));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  },
);
