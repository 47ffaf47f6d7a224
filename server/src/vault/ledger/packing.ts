import { assert } from '../../kit/assert.ts';
import { keysPerCallMax, keyText, type LedgerKey } from './ledgerPort.ts';
import type { VaultRead } from './vaultRead.ts';

/**
 * Distinct vaults are limited by their keys, at least one each. The same address asked for again
 * and again adds no key, so that vaults need this limit of their own.
 */
const vaultsPerCallMax = keysPerCallMax;

/** Vaults that are read in one call. */
export interface Chunk<V extends VaultRead> {
  readonly vaults: readonly V[];
  /** All keys of all its vaults, each once: a server refuses the whole call for a repeated one. */
  readonly keys: readonly LedgerKey[];
}

/**
 * Fills one chunk after the other, in the order of the source. A chunk ends when the next vault
 * does not fit; that vault begins the next chunk. The source is read only while a chunk is waited
 * for, and no longer once the signal aborts. When the source throws, the vaults before that are
 * yielded first.
 */
export async function* packVaults<V extends VaultRead>(
  source: AsyncIterable<V> | Iterable<V>,
  signal: AbortSignal,
): AsyncGenerator<Chunk<V>, void, undefined> {
  let open = createOpenChunk<V>();
  try {
    for await (const vault of source) {
      if (signal.aborted) return;
      const keys = keysOf(vault);
      assert(keys.size <= keysPerCallMax, `a vault needs at most ${keysPerCallMax} keys`);
      if (!open.fits(keys)) {
        yield open.close();
        open = createOpenChunk();
      }
      open.add(vault, keys);
    }
  } catch (error) {
    if (!open.isEmpty()) yield open.close();
    throw error;
  }
  if (!open.isEmpty()) yield open.close();
}

/** Returns a vault's keys by their text: its own and one for each token. */
function keysOf(vault: VaultRead): ReadonlyMap<string, LedgerKey> {
  const keys: LedgerKey[] = [
    instanceKey(vault.address),
    ...vault.tokens.map((token) => balanceKey(vault, token)),
  ];
  return new Map(keys.map((key) => [keyText(key), key]));
}

export function instanceKey(contract: string): LedgerKey {
  return { kind: 'instance', contract };
}

/** The contract to ask is the token and the holder is the vault: never the reverse. */
export function balanceKey(vault: VaultRead, token: string): LedgerKey {
  return { kind: 'balance', token, holder: vault.address };
}

function createOpenChunk<V extends VaultRead>() {
  const vaults: V[] = [];
  const keys = new Map<string, LedgerKey>();
  return {
    isEmpty: () => vaults.length === 0,
    fits(more: ReadonlyMap<string, LedgerKey>): boolean {
      if (vaults.length === vaultsPerCallMax) return false;
      let freshCount = 0;
      for (const text of more.keys()) if (!keys.has(text)) freshCount += 1;
      return keys.size + freshCount <= keysPerCallMax;
    },
    add(vault: V, more: ReadonlyMap<string, LedgerKey>): void {
      vaults.push(vault);
      for (const [text, key] of more) keys.set(text, key);
    },
    close: (): Chunk<V> => ({ vaults, keys: [...keys.values()] }),
  };
}
