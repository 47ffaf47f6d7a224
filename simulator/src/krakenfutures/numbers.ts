import { fixedText } from '../exchange/amounts.ts';

/** The engine's digits: no number is written with more. */
const decimalsMax = 18;

/** Most answers write plain JSON numbers. */
export function toNumber(amount: bigint): number {
  return Number(fixedText(amount, decimalsMax));
}

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
