import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { errorText } from '../kit/errors.ts';
import { makePrivateFolder } from '../kit/folder.ts';
import { Secret } from '../kit/secret.ts';
import { StartError } from '../kit/startError.ts';
import { syncFolder } from '../kit/syncFolder.ts';
import { type Manifest, parseManifest } from './manifest.ts';

// A backup is one file:
//
//   windlass-backup 1 <SHA-256 of everything after this line>
//   <manifest, JSON>
//   <requested keys, JSON; {} without>
//   <the database: gzip of the SQLite file, or the output of pg_dump>
//
// `tail -n +4 file | gunzip` extracts the database of an SQLite backup without this program.

const title = 'windlass-backup';
const formatVersion = 1;
const headerOf = (sha256: string) => `${title} ${formatVersion} ${sha256}\n`;
const sha256Chars = 64;
const headerBytes = headerOf('0'.repeat(sha256Chars)).length;
/** Maximum length of the second and third line; a manifest has less than a thousandth of it. */
const linesBytesMax = 1_000_000;

export interface BackupContent {
  readonly manifest: Manifest;
  /** Set only when it was requested. */
  readonly masterKey: Secret | undefined;
}

interface NewBackup extends BackupContent {
  readonly payload: AsyncIterable<Uint8Array>;
}

/**
 * Writes a backup that only its owner can read. Once this resolves it survives a crash; before
 * that, there is no file of that name. An existing file is never replaced.
 */
export async function writeBackupFile(path: string, backup: NewBackup): Promise<void> {
  makePrivateFolder(dirname(path));
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await writeAll(file, backup);
      await file.sync();
    } finally {
      await file.close();
    }
    await publish(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(path));
}

/** The checksum is known last and comes first in the file: an incomplete file has none. */
async function writeAll(file: FileHandle, { manifest, masterKey, payload }: NewBackup) {
  const hash = createHash('sha256');
  const keys = masterKey ? { master_key: masterKey.reveal() } : {};
  const lines = `${JSON.stringify(manifest)}\n${JSON.stringify(keys)}\n`;
  await file.writeFile(headerOf('-'.repeat(sha256Chars)));
  await file.writeFile(lines);
  hash.update(lines);
  for await (const chunk of payload) {
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  await file.write(headerOf(hash.digest('hex')), 0);
}

/** A link never replaces a file, a rename does; some file systems have no links. */
async function publish(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    requireAbsent(path);
    if (!(error instanceof Error && 'code' in error && isWithoutLinks(error.code))) throw error;
    await rename(draft, path);
  }
}

function isWithoutLinks(code: unknown): boolean {
  return code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS' || code === 'EMLINK';
}

export function requireAbsent(path: string): void {
  if (existsSync(path)) throw new StartError(`${path} exists; backups never overwrite files.`);
}

export interface OpenedBackup extends BackupContent {
  /** Returns the database as it was packed. */
  payload(): Readable;
}

/** Reads all of a backup and proves that it is unchanged. */
export async function openBackupFile(
  path: string,
  onRead: (bytes: number, of: number) => void,
): Promise<OpenedBackup> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new StartError(`${path} cannot be read: ${errorText(error)}`, { cause: error });
  });
  try {
    const sha256 = await readHeader(path, file);
    const { size } = await file.stat();
    const found = await hashFrom(path, (bytes) => onRead(bytes, size));
    if (found !== sha256) {
      throw new StartError(`${path} is damaged or changed: wrong checksum.`);
    }
    const { lines, bytes } = await readLines(file);
    return {
      manifest: parseManifest(lines[0]),
      masterKey: masterKeyOf(lines[1]),
      payload: () => createReadStream(path, { start: headerBytes + bytes }),
    };
  } finally {
    await file.close();
  }
}

async function readHeader(path: string, file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
  const text = buffer.toString('latin1', 0, bytesRead);
  const [, format, sha256 = ''] = /^windlass-backup (\d+) ([0-9a-f-]*)/.exec(text) ?? [];
  if (format === undefined) throw new StartError(`${path} is not a backup of Windlass.`);
  if (Number(format) !== formatVersion) {
    throw new StartError(`${path} was made by a newer version of Windlass: use that one.`);
  }
  return sha256;
}

async function hashFrom(path: string, onRead: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256');
  let bytes = headerBytes;
  const rest: AsyncIterable<Buffer> = createReadStream(path, { start: headerBytes });
  for await (const chunk of rest) {
    hash.update(chunk);
    bytes += chunk.length;
    onRead(bytes);
  }
  return hash.digest('hex');
}

async function readLines(file: FileHandle) {
  const buffer = Buffer.alloc(linesBytesMax);
  const { bytesRead } = await file.read(buffer, 0, linesBytesMax, headerBytes);
  const first = buffer.indexOf('\n');
  const second = buffer.indexOf('\n', first + 1);
  if (first < 0 || second < 0 || second >= bytesRead) {
    throw new StartError('The backup has no manifest.');
  }
  const text = (from: number, to: number) => buffer.toString('utf8', from, to);
  const lines = [text(0, first), text(first + 1, second)] as const;
  return { lines, bytes: second + 1 };
}

function masterKeyOf(text: string): Secret | undefined {
  const { master_key: key }: { master_key?: unknown } = JSON.parse(text);
  return typeof key === 'string' ? new Secret(key) : undefined;
}
