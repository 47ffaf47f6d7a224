import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../test/support/silentLogger.ts';
import { StoreError } from '../kit/errors.ts';
import { onDisk } from './fullDisk.ts';
import { openStore } from './index.ts';

const coded = (code: string) => Object.assign(new Error('disk I/O error'), { code });
const failing = (error: unknown) => onDisk('/data/desk', () => Promise.reject(error));

describe('a step of the start on a disk', () => {
  it.each([
    ['the system', coded('ENOSPC')],
    ['the driver', coded('SQLITE_FULL')],
    ['the store', new StoreError('disk I/O error', { cause: coded('SQLITE_FULL') })],
  ])('that is full is told with the folder, whoever found it: %s', async (_who, error) => {
    await expect(failing(error)).rejects.toThrow(
      'no space is left on the disk of the folder /data/desk. Free some, and start again',
    );
  });

  it('that fails otherwise is told in its own words', async () => {
    const error = new StoreError('disk I/O error', { cause: coded('SQLITE_IOERR_READ') });
    await expect(onDisk(tmpdir(), () => Promise.reject(error))).rejects.toBe(error);
  });
});

const tool = (name: string, words: readonly string[]) =>
  execFileSync(name, words, { stdio: 'ignore' });

/** A disk of its own, where the machine lets a test mount one. */
function mountDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'windlass-disk-'));
  try {
    tool('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]);
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  onTestFinished(() => {
    tool('umount', ['-l', folder]);
    rmdirSync(folder);
  });
  return folder;
}

function fill(folder: string): void {
  const block = Buffer.alloc(4_096);
  try {
    for (let i = 0; i < 1_000; i += 1) writeFileSync(join(folder, `fill-${i}`), block);
  } catch {
    // Full.
  }
}

it('a database on a full disk cannot be opened, and it says why', async ({ skip }) => {
  const disk = mountDisk();
  if (disk === undefined) return skip('no disk can be mounted here');
  const dataDir = join(disk, 'data');
  mkdirSync(dataDir);
  fill(disk);
  const opened = onDisk(dataDir, () => openStore({ dataDir, logger: silentLogger }));
  await expect(opened).rejects.toThrow(`no space is left on the disk of the folder ${dataDir}`);
});
