import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makePrivateFolder } from './folder.ts';

/**
 * Writes a file that only its owner can read. Once this resolves, the file survives a crash;
 * before, there is either no file or the previous one.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  makePrivateFolder(folder);
  const draft = `${path}.new`;
  await synced(draft, 'w', async (file) => {
    // A draft that a crash left behind may have another mode.
    await file.chmod(0o600);
    await file.writeFile(text);
  });
  await rename(draft, path);
  await synced(folder, 'r', async () => undefined);
}

type File = Awaited<ReturnType<typeof open>>;

async function synced(path: string, flags: 'w' | 'r', work: (file: File) => Promise<void>) {
  const file = await open(path, flags, 0o600);
  try {
    await work(file);
    await file.sync();
  } finally {
    await file.close();
  }
}
