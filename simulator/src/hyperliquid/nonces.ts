import { Refused } from './refusals.ts';

/** How many nonces of a signer the exchange remembers: the highest. */
const keptMax = 100;
const pastMsMax = 2 * 86_400_000;
const futureMsMax = 86_400_000;

/** What was signed with before: every nonce is good once. */
export interface Nonces {
  /** Uses it up, or refuses it. */
  take(signer: string, nonce: number, nowMs: number): void;
}

export function createNonces(): Nonces {
  const used = new Map<string, readonly number[]>();
  return {
    take(signer, nonce, nowMs) {
      // Ascending.
      const own = used.get(signer) ?? [];
      if (own.includes(nonce)) throw new Refused(`Invalid nonce: duplicate nonce ${nonce}`);
      const lowest = own.length < keptMax ? 0 : (own[0] ?? 0);
      const from = Math.max(lowest, nowMs - pastMsMax);
      if (nonce < from) throw new Refused(`Invalid nonce: nonce too low ${nonce} < ${from}`);
      const to = nowMs + futureMsMax;
      if (nonce > to) throw new Refused(`Invalid nonce: nonce too high ${nonce} > ${to}`);
      used.set(signer, [...own, nonce].sort((a, b) => a - b).slice(-keptMax));
    },
  };
}
