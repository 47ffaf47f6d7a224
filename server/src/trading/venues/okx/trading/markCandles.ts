import type { CandleQuery, MarkCandle } from '../../perpsPort.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { type MinuteSpan, minuteOf, readMinutes } from '../../shared/live/markMinutes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import { historyMarkPriceCandles, markPriceCandles } from './endpoints.ts';

/** Maximum number in an answer. */
const pageSize = 100;
/** The list of new ones has 1,440; the last of them may be gone when they are requested. */
const recentMs = 1_400 * 60_000;

/** Newest first, new ones and older ones in separate lists; rows are lists of texts. */
export function markCandles(call: PublicCall, query: CandleQuery): Promise<readonly MarkCandle[]> {
  const { client } = call;
  const instId = client.market(query.symbol).id;
  return readMinutes(call, query, {
    pageSize,
    async ask(span) {
      const list = isRecent(span) ? markPriceCandles : historyMarkPriceCandles;
      const answer = await list(client, {
        instId,
        bar: '1m',
        // Neither bound is included: older than the one, newer than the other.
        after: String(span.lastMs + 1),
        before: String(span.firstMs - 1),
        limit: String(pageSize),
      });
      const rows = valueAt(answer, 'data');
      if (!Array.isArray(rows)) throw new NoAnswerError('The exchange listed nothing.');
      return rows.map((row) => minuteOf(valueAt(row, 0), valueAt(row, 1), valueAt(row, 4)));
    },
  });
}

function isRecent({ firstMs, nowMs }: MinuteSpan): boolean {
  return firstMs > nowMs - recentMs;
}
