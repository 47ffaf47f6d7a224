import { parseExact } from '../../../../kit/exact.ts';
import { fractionToBps } from '../feeBps.ts';
import type { Fields } from '../json.ts';
import { NoAnswerError } from './tradeHttp.ts';

/**
 * Returns a fee in basis points, to the digit, from the part of the notional that the venue wrote.
 */
export function bpsAt(row: Fields, name: string): number {
  const share = parseExact(String(row[name]));
  const bps = share ? fractionToBps(share) : Number.NaN;
  // A rate that takes or gives the whole value cannot be a fee.
  if (!(Math.abs(bps) < 10_000)) throw new NoAnswerError(`The exchange returned no ${name}.`);
  return bps;
}
