import type { PerpMarket, VenueMark } from '../../perpsPort.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { fromInstId } from '../symbols.ts';
import { markPrice } from './endpoints.ts';
import { instTypeOf } from './fills.ts';
import { numberIn, priceIn, rowsOf, textIn } from './rows.ts';

/** One list has all contracts of a type, each with a separate stamp. */
export async function readMarks(
  { client }: PublicCall,
  market: PerpMarket,
): Promise<readonly VenueMark[]> {
  const rows = rowsOf(await markPrice(client, { instType: instTypeOf(market) }));
  const latestMs = client.latestMilliseconds();
  return rows.flatMap((row) => {
    const symbol = fromInstId(textIn(row, 'instId') ?? '');
    const price = priceIn(row, 'markPx');
    if (symbol === undefined || price === undefined) return [];
    return [{ symbol, price, atMs: numberIn(row, 'ts') ?? latestMs }];
  });
}
