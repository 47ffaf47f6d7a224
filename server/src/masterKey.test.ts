import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { drawCipherKey, isCipherKey } from './kit/cipher.ts';
import { createSeededRandom } from './kit/random.ts';
import { openMasterKeys } from './masterKey.ts';

const random = createSeededRandom('master key');
const given = drawCipherKey(random).reveal();
let dataDir = '';
let file = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'windlass-master-'));
  file = join(dataDir, 'master.key');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const openWith = (env: Record<string, string> = {}) =>
  openMasterKeys({ config: loadConfig({ WINDLASS_DATA_DIR: dataDir, ...env }), random });

it('makes a key, and writes it once it is to be kept', async () => {
  const { key, former, keep } = await openWith();
  expect([isCipherKey(key.reveal()), former]).toEqual([true, undefined]);
  expect(await readdir(dataDir)).toEqual([]);
  await keep();
  expect(await readFile(file, 'utf8')).toBe(`${key.reveal()}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const again = await openWith();
  await again.keep();
  expect(again.key.reveal()).toBe(key.reveal());
});

it('takes the key of the configuration and leaves the file alone', async () => {
  await (await openWith()).keep();
  const kept = await readFile(file, 'utf8');
  const both = { WINDLASS_MASTER_KEY: given, WINDLASS_MASTER_KEY_OLD: kept.trim() };
  const { key, former, keep } = await openWith(both);
  await keep();
  expect([key.reveal(), former?.reveal()]).toEqual([given, kept.trim()]);
  expect(await readFile(file, 'utf8')).toBe(kept);
});

it('keeps the key of a database in memory in memory', async () => {
  const { key, keep } = await openWith({ WINDLASS_DATA_DIR: ':memory:' });
  await keep();
  expect(isCipherKey(key.reveal())).toBe(true);
  expect(await readdir(dataDir)).toEqual([]);
});

it.each(['', 'half a ke', `${given}${given}`])('refuses a file that holds %j', async (text) => {
  await writeFile(file, text);
  const opened = openWith();
  await expect(opened).rejects.toThrow(/master\.key holds no master key: expected 32 bytes as/);
  await expect(opened).rejects.not.toThrow(given);
});

it('does not take a file it cannot read for none', async () => {
  await mkdir(file);
  await expect(openWith()).rejects.toThrow(/EISDIR/);
});
