import { amountText } from '@windlass/matching';

/** Amounts are plain decimals, without zeros at their end. */
export const text = amountText;

/** Amounts of contracts are numbers, below zero for what was sold. */
export function signed(side: 'buy' | 'sell', amount: bigint): number {
  const size = Number(amountText(amount));
  return side === 'sell' && size !== 0 ? -size : size;
}

export function seconds(ms: number): number {
  return ms / 1_000;
}

export function secondsText(ms: number): string {
  return String(Math.floor(ms / 1_000));
}

interface RawJson {
  /** A number of more digits than the language holds; the library's types do not name it yet. */
  rawJSON(text: string): object;
}

/** An id as a number in JSON, of more digits than a number of most languages holds. */
export function longNumber(digits: string): object {
  return (JSON as unknown as RawJson).rawJSON(digits);
}

/** A part in a million, as a share. */
export function share(ppm: number): string {
  return amountText(BigInt(ppm) * 10n ** 12n);
}
