import type { CandleQuery, MarkCandle } from '../../perpsPort.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { minuteOf, readMinutes } from '../../shared/live/markMinutes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import { markPriceCandles } from './endpoints.ts';
import { listedOf } from './rows.ts';

/** Maximum number in an answer. */
const pageSize = 1_000;

/** Newest first; rows are lists of texts. */
export function markCandles(call: PublicCall, query: CandleQuery): Promise<readonly MarkCandle[]> {
  const { category, symbol } = listedOf(call, query.symbol);
  return readMinutes(call, query, {
    pageSize,
    async ask({ firstMs, lastMs }) {
      const answer = await markPriceCandles(call.client, {
        category,
        symbol,
        interval: '1',
        start: firstMs,
        end: lastMs,
        limit: pageSize,
      });
      const rows = valueAt(answer, 'result', 'list');
      if (!Array.isArray(rows)) throw new NoAnswerError('The exchange answered without a list.');
      return rows.map((row) => minuteOf(valueAt(row, 0), valueAt(row, 1), valueAt(row, 4)));
    },
  });
}
