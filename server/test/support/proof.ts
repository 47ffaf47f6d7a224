/**
 * Returns the number of runs of a property: its usual number in `npm test`, that many times more in
 * `npm run prove`, from a seed that can be repeated.
 */
export function proofOf(usualRuns: number): { numRuns: number; seed?: number } {
  const { WINDLASS_PROOF_TIMES: times, WINDLASS_PROOF_SEED: seed } = process.env;
  return {
    numRuns: usualRuns * Number(times ?? 1),
    ...(seed !== undefined && { seed: Number(seed) }),
  };
}

/**
 * The same for a property with few cases and a check that they are not all trivial: from a seed
 * that is the same in every `npm test`, since a few random cases are all trivial now and then.
 */
export function guardedProofOf(usualRuns: number): { numRuns: number; seed?: number } {
  return { ...(!isProof && { seed: 1 }), ...proofOf(usualRuns) };
}

/** True when a script asked for what `npm test` leaves to it. */
export const isProof = Number(process.env.WINDLASS_PROOF_TIMES ?? 1) > 1;
