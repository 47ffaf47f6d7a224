import type { CandleQuery, MarkCandle } from '../../perpsPort.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { minuteOf, readMinutes } from '../../shared/live/markMinutes.ts';
import { contractFields } from './contracts.ts';
import { contractCandles } from './endpoints.ts';
import { rowsOf, timeMsOf } from './rows.ts';

/** The venue returns up to 2,000 at once. */
const pageSize = 1_000;
/** The venue refuses minutes that are 10,000 minutes old. */
const reachMinutes = 9_990;

/** The mark price of a contract is listed like a separate contract, oldest first. */
export function markCandles(call: PublicCall, query: CandleQuery): Promise<readonly MarkCandle[]> {
  const { settle, contract } = contractFields(call, query);
  return readMinutes(call, query, {
    pageSize,
    reachMinutes,
    async ask({ firstMs, lastMs }) {
      const answer = await contractCandles(call.client, query.marketType, {
        settle,
        contract: `mark_${contract}`,
        interval: '1m',
        from: firstMs / 1_000,
        to: lastMs / 1_000,
      });
      return rowsOf(answer).map((row) => minuteOf(timeMsOf(row, 't'), row.o, row.c));
    },
  });
}
