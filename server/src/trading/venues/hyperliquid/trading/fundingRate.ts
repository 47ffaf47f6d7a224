import type { PerpMarket, VenueFundingRate } from '../../perpsPort.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { required } from '../../shared/live/shapes.ts';
import { readPositive } from '../../shared/wireFields.ts';
import { toCoin } from '../symbols.ts';
import { readContexts } from './marks.ts';
import { decimalAt } from './rows.ts';

const hourMs = 3_600_000;

/** Rate of the running hour. */
export async function fundingRate(
  call: PublicCall,
  { symbol }: PerpMarket,
): Promise<VenueFundingRate> {
  const coin = required(toCoin(symbol), 'name of a perpetual');
  const contexts = await readContexts(call);
  if (!contexts.has(coin)) throw new DialectRefusal(`Hyperliquid has no perpetual ${symbol}.`);
  const own = required(contexts.get(coin), 'figures of a perpetual');
  const atMs = call.client.milliseconds();
  return {
    rate: Number(decimalAt(own, 'funding')),
    nextRate: undefined,
    windowHours: 1,
    // Not reported: it is paid at every full hour.
    nextFundingMs: (Math.floor(atMs / hourMs) + 1) * hourMs,
    markPrice: readPositive(own.markPx),
    indexPrice: readPositive(own.oraclePx),
    atMs,
  };
}
