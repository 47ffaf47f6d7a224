import { assert } from '../../kit/assert.ts';
import type { Network } from '../network.ts';
import type { BulkTarget } from './bulkTargets.ts';
import type { BulkProgress, HoldingObserver } from './observe.ts';

/** The result of one vault of a bulk refresh. */
export type VaultResult = { readonly vaultId: string; readonly vaultAddress: string } & (
  | { readonly status: 'success'; readonly tokensUpdated: number; readonly lastUpdatedMs: number }
  | { readonly status: 'failed'; readonly error: string }
);

/** A vault of the run, and the index of its result. */
export interface Slot {
  readonly index: number;
  readonly target: BulkTarget;
}

/**
 * Counts results and keeps the text of each at the index of its vault: for a hundred thousand
 * vaults nothing else is kept.
 */
export interface BulkTally {
  /** Assigns an index to the vault; results are in the order of these calls. */
  open(target: BulkTarget): Slot;
  succeed(slot: Slot, tokensUpdated: number, lastUpdatedMs: number): void;
  fail(slot: Slot, error: string): void;
  progress(): BulkProgress & { readonly tokensUpdated: number };
  /** Returns one text for each opened vault; all of them must be settled. */
  results(): readonly string[];
}

interface TallyDeps {
  readonly network: Network;
  readonly toText: (result: VaultResult) => string;
  readonly observe: HoldingObserver;
}

export function createBulkTally({ network, toText, observe }: TallyDeps): BulkTally {
  const texts: string[] = [];
  let opened = 0;
  let vaultsUpdated = 0;
  let vaultsFailed = 0;
  let tokensUpdated = 0;

  const settle = ({ index }: Slot, result: VaultResult): void => {
    assert(texts[index] === '', 'each vault of a bulk refresh ends once');
    texts[index] = toText(result);
    observe.refreshed(network, result.status);
  };

  return {
    open(target) {
      const slot = { index: opened, target };
      opened += 1;
      texts.push('');
      return slot;
    },
    succeed(slot, tokens, lastUpdatedMs) {
      vaultsUpdated += 1;
      tokensUpdated += tokens;
      settle(slot, {
        ...namesOf(slot.target),
        status: 'success',
        tokensUpdated: tokens,
        lastUpdatedMs,
      });
    },
    fail(slot, error) {
      vaultsFailed += 1;
      settle(slot, { ...namesOf(slot.target), status: 'failed', error });
    },
    progress: () => ({ network, vaultsUpdated, vaultsFailed, tokensUpdated }),
    results() {
      assert(vaultsUpdated + vaultsFailed === opened, 'every vault of a bulk refresh has ended');
      return texts;
    },
  };
}

function namesOf({ id, address = '' }: BulkTarget) {
  return { vaultId: id, vaultAddress: address };
}
