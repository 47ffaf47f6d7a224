import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { Secret } from '../kit/secret.ts';
import { openBackupFile, writeBackupFile } from './backupFile.ts';
import type { Manifest } from './manifest.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-backup-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifest: Manifest = {
  kind: 'sqlite',
  made_at: '2026-01-01T00:00:00.000Z',
  version: '0.1.0',
  migrations: ['0001Foundation'],
  epoch: 3,
  bytes: 200_000,
};
/** More than one piece of a stream. */
const content = randomBytes(200_000);
async function* payload() {
  yield content.subarray(0, 70_000);
  yield content.subarray(70_000);
}
const write = (path: string, masterKey?: Secret) =>
  writeBackupFile(path, { manifest, masterKey, payload: payload() });
const opened = (path: string) => openBackupFile(path, () => undefined);

describe('a backup file', () => {
  it('gives back what was written, and is its owner’s alone', async () => {
    const path = join(folder, 'made', 'one');
    await write(path, new Secret('the key'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'made'))).toEqual(['one']);
    const backup = await opened(path);
    expect(backup.manifest).toEqual(manifest);
    expect(backup.masterKey?.reveal()).toBe('the key');
    expect(await buffer(backup.payload())).toEqual(content);
  });

  it('holds no key unless it was given one', async () => {
    const path = join(folder, 'keyless');
    await write(path);
    expect((await opened(path)).masterKey).toBeUndefined();
    expect(readFileSync(path, 'latin1').split('\n')[2]).toBe('{}');
  });

  it('overwrites nothing, and leaves no draft behind', async () => {
    const path = join(folder, 'taken', 'one');
    await write(path);
    const before = readFileSync(path);
    await expect(write(path)).rejects.toThrow(`${path} exists; backups never overwrite files.`);
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(join(folder, 'taken'))).toEqual(['one']);
  });

  it('is not there when what it is made of breaks off', async () => {
    const path = join(folder, 'broken', 'one');
    const breaking = async function* () {
      yield content;
      throw new Error('no more');
    };
    const made = writeBackupFile(path, { manifest, masterKey: undefined, payload: breaking() });
    await expect(made).rejects.toThrow('no more');
    expect(readdirSync(join(folder, 'broken'))).toEqual([]);
  });

  it('is refused when any byte of it is another, is missing, or is too many', async () => {
    const path = join(folder, 'whole');
    await write(path);
    const whole = readFileSync(path);
    const change = fc.oneof(
      fc.record({ kind: fc.constant('flip'), at: fc.nat(whole.length - 1), bit: fc.nat(7) }),
      fc.record({ kind: fc.constant('cut'), at: fc.nat(whole.length - 1), bit: fc.constant(0) }),
      fc.record({ kind: fc.constant('append'), at: fc.nat(255), bit: fc.constant(0) }),
    );
    // Each try reads and hashes all of it.
    await fc.assert(
      fc.asyncProperty(change, async ({ kind, at, bit }) => {
        const altered = join(folder, 'altered');
        const flipped = Buffer.from(whole);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
        const appended = Buffer.concat([whole, Buffer.from([at])]);
        const shorter = whole.subarray(0, at);
        writeFileSync(altered, { flip: flipped, cut: shorter, append: appended }[kind] ?? whole);
        await expect(opened(altered)).rejects.toThrow(
          /is damaged or changed|is not a backup|by a newer version/,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('that is something else, or of a later format, is told so', async () => {
    const path = join(folder, 'other');
    writeFileSync(path, 'SQLite format 3\0');
    await expect(opened(path)).rejects.toThrow('is not a backup of Windlass');
    writeFileSync(path, `windlass-backup 2 ${'0'.repeat(64)}\n{}\n{}\n`);
    await expect(opened(path)).rejects.toThrow('made by a newer version');
    await expect(opened(join(folder, 'absent'))).rejects.toThrow('cannot be read: ENOENT');
  });
});
