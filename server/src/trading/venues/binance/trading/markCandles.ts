import type { CandleQuery, MarkCandle } from '../../perpsPort.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { minuteOf, readMinutes } from '../../shared/live/markMinutes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import { markPriceKlines } from './endpoints.ts';
import { idOf, marginTypeOf } from './marginTypes.ts';

/** Below 500 they weigh two; for ten the venue returns 1,500. */
const pageSize = 499;

/** Both kinds of contracts list them by symbol, oldest first. */
export function markCandles(call: PublicCall, query: CandleQuery): Promise<readonly MarkCandle[]> {
  const { client } = call;
  const symbol = idOf(client, query.symbol);
  return readMinutes(call, query, {
    pageSize,
    async ask({ firstMs, lastMs }) {
      const rows = await markPriceKlines[marginTypeOf(query.symbol)](client, {
        symbol,
        interval: '1m',
        startTime: firstMs,
        endTime: lastMs,
        limit: pageSize,
      });
      if (!Array.isArray(rows)) throw new NoAnswerError('The exchange returned no list.');
      return rows.map((row) => minuteOf(valueAt(row, 0), valueAt(row, 1), valueAt(row, 4)));
    },
  });
}
