import type { PerpMarket, VenueFundingRate } from '../../perpsPort.ts';
import { isFields } from '../../shared/json.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { told } from '../../shared/live/shapes.ts';
import { readPositive, valueAt } from '../../shared/wireFields.ts';
import { fromCoin } from '../symbols.ts';
import { decimalAt } from './records.ts';

const hourMs = 3_600_000;

/** Of the running hour. Names stand in one list and figures in another, in the same order. */
export async function fundingRate(
  { client }: PublicCall,
  { symbol }: PerpMarket,
): Promise<VenueFundingRate> {
  const answer = await client.request('info', 'public', 'POST', { type: 'metaAndAssetCtxs' });
  const universe = valueAt(answer, 0, 'universe');
  const names: readonly unknown[] = told(
    Array.isArray(universe) ? universe : undefined,
    'perpetuals there are',
  );
  const at = names.findIndex((each) => fromCoin(String(valueAt(each, 'name'))) === symbol);
  if (at < 0) throw new DialectRefusal(`Hyperliquid has no perpetual ${symbol}.`);
  const figures = valueAt(answer, 1, at);
  const own = told(isFields(figures) ? figures : undefined, 'figures of a perpetual');
  const atMs = client.milliseconds();
  return {
    rate: Number(decimalAt(own, 'funding')),
    nextRate: undefined,
    windowHours: 1,
    // Not told: it is paid at every full hour.
    nextFundingMs: (Math.floor(atMs / hourMs) + 1) * hourMs,
    markPrice: readPositive(own.markPx),
    indexPrice: readPositive(own.oraclePx),
    atMs,
  };
}
