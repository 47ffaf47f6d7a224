import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { createCipher } from '../kit/cipher.ts';
import { writePrivateFile } from '../kit/privateFile.ts';
import type { Random } from '../kit/random.ts';
import type { Secret } from '../kit/secret.ts';
import { StartError } from '../kit/startError.ts';
import { masterKeyPath, presentMasterKey } from '../masterKey.ts';

interface KeyDeps {
  readonly config: Pick<Config, 'dataDir' | 'masterKey' | 'formerMasterKey'>;
  readonly random: Random;
  /** Master key of the backup, if it contains one. */
  readonly brought: Secret | undefined;
  readonly isForced: boolean;
  /** Suffix for an existing key file that is moved aside. */
  readonly asideSuffix: string;
}

export interface RestoredKeys {
  /** Returns those of these ids that no key here opens. */
  missing(sealing: readonly string[]): readonly string[];
  /** Writes the key of the backup, when there is none or another one. */
  put(): Promise<void>;
}

/** Decides which master key will be in use. Throws `StartError`; writes nothing yet. */
export async function settleKeys(deps: KeyDeps): Promise<RestoredKeys> {
  const { config, random, brought, isForced, asideSuffix } = deps;
  const { dataDir, formerMasterKey } = config;
  const path = masterKeyPath(dataDir);
  const present = await presentMasterKey(config);
  const isOther = brought !== undefined && present?.reveal() !== brought.reveal();
  // The environment's key takes precedence over any file.
  const isNeeded = isOther && config.masterKey === undefined;
  if (isNeeded && present && !isForced) {
    throw new StartError(
      `${path} holds another master key than the backup: --force moves it aside, and never ` +
        'deletes it.',
    );
  }
  const inUse = isNeeded ? brought : present;
  const keys = [inUse, formerMasterKey].filter((key) => key !== undefined);
  const ids = keys.map((key) => createCipher({ random, key }).keyId);
  return {
    missing: (sealing) => sealing.filter((id) => !ids.includes(id)),
    async put() {
      if (!isNeeded) return;
      if (existsSync(path)) await rename(path, `${path}.${asideSuffix}`);
      await writePrivateFile(path, `${brought.reveal()}\n`);
    },
  };
}
