import { createMemory } from '../../../../kit/memory.ts';

/**
 * More signers than one process has accounts; 150 bytes each. A forgotten signer begins with the
 * time again, which it had run ahead of by at most a few of its own calls.
 */
const signersMax = 10_000;

/**
 * Nonces for venues that accept each of them once from a signer, whichever account it signs for.
 */
export interface Nonces {
  /** Returns the time, or the first number after it that the signer has not had yet. */
  next(signer: string, nowMs: number): number;
}

export function createNonces(): Nonces {
  const last = createMemory<number>(signersMax);
  return {
    next(signer, nowMs) {
      const nonce = Math.max(nowMs, (last.get(signer) ?? 0) + 1);
      last.set(signer, nonce);
      return nonce;
    },
  };
}
