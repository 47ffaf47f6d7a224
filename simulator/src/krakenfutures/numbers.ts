import { fixedText } from '../exchange/amounts.ts';

/** Decimals of the engine: no number has more. */
const decimalsMax = 18;

/** Returns a JSON number, which most answers have. */
export function toNumber(amount: bigint): number {
  return Number(fixedText(amount, decimalsMax));
}

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
