import { open } from 'node:fs/promises';

/** Makes the names in a folder durable: a new file, or one that was renamed. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
