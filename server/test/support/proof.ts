/**
 * How long a property runs: its usual number of cases in `npm test`, that many times more in
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
 * The same of a property with few cases and a guard that they are not all dull: from a seed that is
 * the same in every `npm test`, since few cases of chance are dull now and then.
 */
export function guardedProofOf(usualRuns: number): { numRuns: number; seed?: number } {
  return { ...(!isProof && { seed: 1 }), ...proofOf(usualRuns) };
}

/** Whether a script asked for what `npm test` leaves to it. */
export const isProof = Number(process.env.WINDLASS_PROOF_TIMES ?? 1) > 1;
