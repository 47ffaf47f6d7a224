import { parseExact } from '../../../../kit/exact.ts';
import { fractionToBps } from '../feeBps.ts';
import type { Fields } from '../json.ts';
import { NoAnswerError } from './tradeHttp.ts';

/** A fee in basis points, to the digit, of the share of the value that the venue wrote. */
export function bpsAt(row: Fields, name: string): number {
  const share = parseExact(String(row[name]));
  const bps = share ? fractionToBps(share) : Number.NaN;
  // What takes or gives all there is, is no fee.
  if (!(Math.abs(bps) < 10_000)) throw new NoAnswerError(`The exchange gave no ${name}.`);
  return bps;
}
