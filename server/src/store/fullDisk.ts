import { statfs } from 'node:fs/promises';
import { codeOf } from './trouble.ts';

/** Free bytes below which a database cannot open its files. */
const roomBytesMin = 1_048_576;

/**
 * Runs a step of the start that needs a folder. On a full disk the drivers report only "disk I/O
 * error": this reports the cause and the folder instead.
 */
export async function onDisk<Value>(folder: string, step: () => Promise<Value>): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    if (folder === ':memory:' || !(await isFull(folder, error))) throw error;
    const where = `no space is left on the disk of the folder ${folder}`;
    const message = `${where}. Free some, and start again`;
    throw new Error(message, { cause: error });
  }
}

async function isFull(folder: string, error: unknown): Promise<boolean> {
  const cause = error instanceof Error ? error.cause : undefined;
  const codes = [codeOf(error), codeOf(cause)];
  if (codes.some((code) => code === 'ENOSPC' || code?.startsWith('SQLITE_FULL'))) return true;
  if (!codes.some((code) => code !== undefined && /^SQLITE_(IOERR|CANTOPEN)/.test(code))) {
    return false;
  }
  const room = await statfs(folder).catch(() => undefined);
  return room !== undefined && room.bavail * room.bsize < roomBytesMin;
}
