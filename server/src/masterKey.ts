import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { drawCipherKey, isCipherKey } from './kit/cipher.ts';
import { makePrivateFolder } from './kit/folder.ts';
import { writePrivateFile } from './kit/privateFile.ts';
import type { Random } from './kit/random.ts';
import { Secret } from './kit/secret.ts';
import { StartError } from './kit/startError.ts';

/** The key that encrypts exchange credentials and webhooks, and the previous one. */
interface MasterKeys {
  readonly key: Secret;
  readonly former: Secret | undefined;
  /** Stores a key that was created at this start where the next start finds it. */
  keep(): Promise<void>;
}

/** Uses the key of the configuration, else the one of the data directory, else creates one. */
export async function openMasterKeys(ports: {
  readonly config: Config;
  readonly random: Random;
}): Promise<MasterKeys> {
  const { config, random } = ports;
  const { masterKey, formerMasterKey: former, dataDir } = config;
  const keep = async () => undefined;
  if (masterKey) return { key: masterKey, former, keep };
  if (dataDir === ':memory:') return { key: drawCipherKey(random), former, keep };
  const path = masterKeyPath(dataDir);
  const kept = await readKey(path);
  if (kept) return { key: kept, former, keep };
  const key = drawCipherKey(random);
  return { key, former, keep: () => writePrivateFile(path, `${key.reveal()}\n`) };
}

/** Returns the path of the key file, for a key that is not given by the environment. */
export function masterKeyPath(dataDir: string): string {
  return join(dataDir, 'master.key');
}

/** Returns the present key if there is one; creates none. */
export async function presentMasterKey({
  masterKey,
  dataDir,
}: Pick<Config, 'masterKey' | 'dataDir'>): Promise<Secret | undefined> {
  return masterKey ?? (dataDir === ':memory:' ? undefined : readKey(masterKeyPath(dataDir)));
}

async function readKey(path: string): Promise<Secret | undefined> {
  let text: string;
  try {
    text = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  if (isCipherKey(text)) return new Secret(text);
  throw new StartError(
    `${path} holds no master key: expected 32 bytes as base64. Restore it from a backup, or ` +
      'remove it if no live account was ever stored.',
  );
}

/** Stores the first admin key where only the operator can read it. */
export async function keepAdminKey(
  { dataDir }: Pick<Config, 'dataDir'>,
  key: string,
): Promise<void> {
  if (dataDir === ':memory:') return;
  makePrivateFolder(dataDir);
  const file = join(dataDir, 'admin.key');
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}
