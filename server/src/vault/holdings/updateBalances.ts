import type { Network } from '../network.ts';
import type { Holding } from './holding.ts';

/** Balances of a vault at one ledger. */
export interface HoldingReading {
  readonly vaultId: string;
  readonly network: Network;
  readonly ledger: number;
  /** In the smallest unit, by the token's contract. */
  readonly amounts: ReadonlyMap<string, bigint>;
}

/** The outcome of storing a reading. */
export type StoreOutcome =
  /**
   * `updated` counts the balances written. A balance already written at a newer ledger is left as
   * it is.
   */
  | { readonly kind: 'stored'; readonly updated: number; readonly lastUpdatedMs: number }
  /** The vault was deleted after it was read. */
  | { readonly kind: 'vaultGone' };

/** A line of the history. */
export interface NewChange {
  readonly vaultId: string;
  readonly network: Network;
  readonly token: string;
  readonly amount: bigint;
  /** Undefined for the first balance. */
  readonly previous: bigint | undefined;
  readonly ledger: number;
  readonly atMs: number;
}

/** The stored data that a new row depends on. */
interface Present {
  /** Vaults that still exist. */
  readonly existing: ReadonlySet<string>;
  readonly balances: readonly Holding[];
  readonly newId: () => string;
  readonly nowMs: number;
}

interface Updates {
  readonly holdings: readonly Holding[];
  readonly changes: readonly NewChange[];
  /** In the order of the readings. */
  readonly outcomes: readonly StoreOutcome[];
}

/**
 * Ledgers of a week, at one every five seconds. Servers of one network never differ that much: if a
 * reading is that much older, the network was reset, as the testnet is some times a year.
 */
const restartLedgers = 120_960;

/** Decides what readings change: which balances are written, and which lines the history gets. */
export function updateBalances(readings: readonly HoldingReading[], present: Present): Updates {
  const { existing, newId, nowMs } = present;
  const current = new Map(present.balances.map((holding) => [keyOf(holding), holding]));
  const written = new Map<string, Holding>();
  const changes: NewChange[] = [];

  const write = (reading: HoldingReading, token: string, amount: bigint): boolean => {
    const { vaultId, network, ledger } = reading;
    const key = keyOf({ vaultId, network, token });
    const before = current.get(key);
    if (before && isOutdated(ledger, before.ledger)) return false;
    const id = before?.id ?? newId();
    const after = { id, vaultId, network, token, amount, ledger, updatedAtMs: nowMs };
    current.set(key, after);
    written.set(key, after);
    if (amount !== (before?.amount ?? 0n)) {
      const previous = before?.amount;
      changes.push({ vaultId, network, token, amount, previous, ledger, atMs: nowMs });
    }
    return true;
  };

  const outcomes = readings.map((reading): StoreOutcome => {
    const { vaultId, network, amounts } = reading;
    if (!existing.has(vaultId)) return { kind: 'vaultGone' };
    let updated = 0;
    let lastUpdatedMs: number | undefined;
    for (const [token, amount] of amounts) {
      if (write(reading, token, amount)) updated += 1;
      const atMs = current.get(keyOf({ vaultId, network, token }))?.updatedAtMs ?? nowMs;
      lastUpdatedMs = Math.max(lastUpdatedMs ?? atMs, atMs);
    }
    return { kind: 'stored', updated, lastUpdatedMs: lastUpdatedMs ?? nowMs };
  });
  return { holdings: [...written.values()], changes, outcomes };
}

function isOutdated(ledger: number, storedLedger: number): boolean {
  return ledger < storedLedger && storedLedger - ledger <= restartLedgers;
}

function keyOf({ vaultId, network, token }: Pick<Holding, 'vaultId' | 'network' | 'token'>) {
  return `${vaultId} ${network} ${token}`;
}
