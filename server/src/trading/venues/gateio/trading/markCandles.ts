import type { CandleQuery, MarkCandle } from '../../perpsPort.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { minuteOf, readMinutes } from '../../shared/live/markMinutes.ts';
import { contractParams } from './contracts.ts';
import { rowsOf, timeMsOf } from './endpoints.ts';

/** The venue returns up to 2,000 at once. */
const pageSize = 1_000;
/** The venue refuses minutes that are 10,000 minutes old. */
const reachMinutes = 9_990;

/** The mark price of a contract is listed like a separate contract, oldest first. */
export function markCandles(call: PublicCall, query: CandleQuery): Promise<readonly MarkCandle[]> {
  const { settle, contract } = contractParams(call, query);
  const api = ['public', query.marketType === 'future' ? 'delivery' : 'futures'];
  return readMinutes(call, query, {
    pageSize,
    reachMinutes,
    async ask({ firstMs, lastMs }) {
      const span = { from: firstMs / 1_000, to: lastMs / 1_000 };
      const asked = { settle, contract: `mark_${contract}`, interval: '1m', ...span };
      const rows = rowsOf(await call.client.request('{settle}/candlesticks', api, 'GET', asked));
      return rows.map((row) => minuteOf(timeMsOf(row, 't'), row.o, row.c));
    },
  });
}
