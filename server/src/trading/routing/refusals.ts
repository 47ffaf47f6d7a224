import type { Account } from '../model/account.ts';
import type { Excluded } from './types.ts';

/** Why something gets no slice of a route, in a sentence with the figures. */
export type Refusal = Pick<Excluded, 'reason' | 'message'>;

export function isRefusal(value: object): value is Refusal {
  return 'reason' in value;
}

export function excluded({ id, venue }: Account, { reason, message }: Refusal): Excluded {
  return { venue, accountId: id, reason, message };
}

/** Digits to show of a number of any size. */
const shownDigits = 8;

/** Formats a number for a sentence. */
export function shown(value: number): string {
  return String(Number(value.toPrecision(shownDigits)));
}

/** Formats basis points for a sentence. */
export function shownBps(bps: number): string {
  return bps.toFixed(2);
}
