import type { Network } from '../network.ts';

/** The requests that a ledger allows: entries only, never a contract call (Vaults §1). */
export type LedgerKey =
  /** Tells whether a contract exists, and what runs in it. */
  | { readonly kind: 'instance'; readonly contract: string }
  /** The balance that an asset contract keeps for a holder. */
  | { readonly kind: 'balance'; readonly token: string; readonly holder: string };

/** The value under a key. */
export type LedgerEntry =
  | { readonly kind: 'instance'; readonly executable: 'stellarAsset' | 'other' }
  /** Amount in the token's smallest unit: up to 128 bits. */
  | { readonly kind: 'balance'; readonly amount: bigint };

/** Entries as of one ledger. */
export interface LedgerAnswer {
  /** Sequence number of the ledger at which all entries were read. */
  readonly ledger: number;
  /** By `keyText`; keys without an entry are missing. */
  readonly entries: ReadonlyMap<string, LedgerEntry>;
}

/**
 * Maximum number of keys in one call: the public servers allow as many (stellar-rpc,
 * `getLedgerEntries`).
 */
export const keysPerCallMax = 200;

/** One ledger network. */
export interface LedgerPort {
  readonly network: Network;
  /** Returns the network's own name for itself, which its contract ids are derived from. */
  passphrase(signal: AbortSignal): Promise<string>;
  /**
   * Reads at most `keysPerCallMax` keys, none of them twice, in one call. Rejects with
   * `LedgerError`, even when only part of the answer can be read.
   */
  entries(keys: readonly LedgerKey[], signal: AbortSignal): Promise<LedgerAnswer>;
}

/** Returns the key as text: two keys are the same exactly when their texts are. */
export function keyText(key: LedgerKey): string {
  return key.kind === 'instance' ? key.contract : `${key.token} ${key.holder}`;
}

/**
 * - `unavailable`: no answer, a broken one, or a server's own failure; may be asked again;
 * - `limited`: the server asks for a pause;
 * - `refused`: the server considers the request wrong, so asking again is useless;
 * - `wrongNetwork`: the server belongs to another network.
 */
export type LedgerErrorKind = 'unavailable' | 'limited' | 'refused' | 'wrongNetwork';

/** The ledger could not be read. Its message is short and may be shown to a caller. */
export class LedgerError extends Error {
  readonly kind: LedgerErrorKind;
  /** Delay that the server asked for, in ms. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: LedgerErrorKind,
    message: string,
    options: { readonly retryAfterMs?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'LedgerError';
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}
