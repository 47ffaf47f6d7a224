import type { CandleQuery, MarkCandle } from '../../../perpsPort.ts';
import type { PublicCall } from '../../../shared/live/dialect.ts';
import { minuteOf, readMinutes } from '../../../shared/live/markMinutes.ts';
import { required } from '../../../shared/live/shapes.ts';
import { NoAnswerError } from '../../../shared/live/tradeHttp.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import { toVenueInstrument } from '../../symbols.ts';
import { markCharts } from './endpoints.ts';

/** The venue returns up to 2,000 at once. */
const pageSize = 1_000;

/** Read from the charts, which are a separate part of the venue; oldest first. */
export function futuresMarkCandles(
  call: PublicCall,
  query: CandleQuery,
): Promise<readonly MarkCandle[]> {
  const symbol = required(toVenueInstrument(query.symbol)?.venueSymbol, 'name of a product');
  return readMinutes(call, query, {
    pageSize,
    async ask({ firstMs, lastMs }) {
      const answer = await markCharts(call.client, {
        price_type: 'mark',
        symbol,
        interval: '1m',
        from: firstMs / 1_000,
        to: lastMs / 1_000,
      });
      const rows = valueAt(answer, 'candles');
      if (!Array.isArray(rows))
        throw new NoAnswerError('The exchange returned no list of candles.');
      return rows.map((row) =>
        minuteOf(valueAt(row, 'time'), valueAt(row, 'open'), valueAt(row, 'close')),
      );
    },
  });
}
