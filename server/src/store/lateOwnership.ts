import { abortable } from '../kit/abortable.ts';
import { type Lease, LeaseError } from '../kit/lease.ts';
import type { Ownership } from './types.ts';

/**
 * The ownership of the engine, for parts that are created before there is one. Until it begins, it
 * is an invalid lease, so that these parts can change nothing.
 */
export interface LateOwnership extends Lease {
  begin(ownership: Ownership): void;
  readonly isOwned: () => boolean;
  /** Throws `LeaseError` before the engine is owned. */
  readonly epoch: () => number;
}

export function createLateOwnership(): LateOwnership {
  const begun = Promise.withResolvers<Ownership>();
  let own: Ownership | undefined;
  const owned = (): Ownership => {
    if (own) return own;
    throw new LeaseError();
  };
  return {
    begin(ownership) {
      own = ownership;
      begun.resolve(ownership);
    },
    isOwned: () => own !== undefined,
    epoch: () => owned().epoch,
    validForMs: () => own?.validForMs() ?? 0,
    assertValid: (marginMs) => owned().assertValid(marginMs),
    async whenValid(marginMs, signal) {
      const ownership = own ?? (await abortable(begun.promise, signal));
      await ownership.whenValid(marginMs, signal);
    },
  };
}
