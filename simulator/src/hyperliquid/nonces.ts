import { Refused } from './refusals.ts';

/** Number of a signer's nonces that the exchange remembers: the highest ones. */
const keptMax = 100;
const pastMsMax = 2 * 86_400_000;
const futureMsMax = 86_400_000;

/** The nonces that signers have used: each can be used once. */
export interface Nonces {
  /** Uses up a nonce, or throws a refusal. */
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
