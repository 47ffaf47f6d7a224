/** A vault whose balances are to be read. */
export interface VaultRead {
  readonly address: string;
  /** Contracts of the tokens, none twice. May be empty: then only the vault's existence is read. */
  readonly tokens: readonly string[];
}

export type VaultReading =
  /** `amounts` has every requested token; those without an entry on the ledger are 0. */
  | {
      readonly kind: 'read';
      readonly ledger: number;
      readonly amounts: ReadonlyMap<string, bigint>;
    }
  /** The network has no such contract. */
  | { readonly kind: 'absent' }
  /** Not known: the ledger did not answer. */
  | { readonly kind: 'failed'; readonly reason: string };

export interface Read<V extends VaultRead> {
  readonly vault: V;
  readonly reading: VaultReading;
}
