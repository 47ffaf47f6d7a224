import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writePrivateFile } from './privateFile.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'windlass-private-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

it('makes a file and its folder for the owner alone', async () => {
  const path = join(folder, 'new', 'secret.key');
  await writePrivateFile(path, 'text\n');
  expect(await readFile(path, 'utf8')).toBe('text\n');
  expect([await modeOf(path), await modeOf(join(folder, 'new'))]).toEqual([0o600, 0o700]);
  expect(await readdir(join(folder, 'new'))).toEqual(['secret.key']);
});

it('replaces what was there, whatever a crash left beside it', async () => {
  const path = join(folder, 'secret.key');
  await writeFile(path, 'a much longer text before', { mode: 0o644 });
  await writeFile(`${path}.new`, 'half of somethi', { mode: 0o666 });
  await writePrivateFile(path, 'text');
  expect(await readFile(path, 'utf8')).toBe('text');
  expect(await modeOf(path)).toBe(0o600);
});
