import { assert } from '../../kit/assert.ts';
import { keyText, type LedgerAnswer, type LedgerEntry } from './ledgerPort.ts';
import { balanceKey, type Chunk, instanceKey } from './packing.ts';
import type { Read, VaultRead, VaultReading } from './vaultRead.ts';

/**
 * Returns each vault's reading from the answer. They are matched by key: the answer leaves out
 * missing entries, so that positions mean nothing.
 */
export function readingsOf<V extends VaultRead>(
  chunk: Chunk<V>,
  answer: LedgerAnswer,
): readonly Read<V>[] {
  return chunk.vaults.map((vault) => ({ vault, reading: readingOf(vault, answer) }));
}

/** Returns failed readings: nothing is known about any of the vaults. */
export function failedReadings<V extends VaultRead>(
  chunk: Chunk<V>,
  reason: string,
): readonly Read<V>[] {
  return chunk.vaults.map((vault) => ({ vault, reading: { kind: 'failed', reason } }));
}

function readingOf(vault: VaultRead, { ledger, entries }: LedgerAnswer): VaultReading {
  const instance = entries.get(keyText(instanceKey(vault.address)));
  // Asset contracts keep balances even for addresses that were never deployed: they prove nothing.
  if (!instance) return { kind: 'absent' };
  assert(instance.kind === 'instance', "an instance stands under a vault's own key");
  const amounts = new Map<string, bigint>();
  for (const token of vault.tokens) {
    amounts.set(token, amountOf(entries.get(keyText(balanceKey(vault, token)))));
  }
  return { kind: 'read', ledger, amounts };
}

function amountOf(entry: LedgerEntry | undefined): bigint {
  if (!entry) return 0n;
  assert(entry.kind === 'balance', 'a balance stands under a balance key');
  return entry.amount;
}
