import { amountText } from '@windlass/matching';
import { rateOfPpm } from '../exchange/amounts.ts';

/** Amounts are plain decimals without trailing zeros. */
export const text = amountText;

/** Returns a contract amount as a number, below zero for sells. */
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
  /** Returns a raw JSON number of any length; the types of the library lack this function. */
  rawJSON(text: string): object;
}

/** Returns an id as a JSON number that is too long for a number of most languages. */
export function longNumber(digits: string): object {
  return (JSON as unknown as RawJson).rawJSON(digits);
}

/** Returns a rate in millionths as a fraction. */
export function share(ppm: number): string {
  return amountText(rateOfPpm(ppm));
}
