import type { ReportFill } from '../../../src/trading/analytics/types.ts';
import { venueOf } from '../accounts/fixture.ts';
import { accountOf, symbolOf } from '../paper/fixture.ts';
import { makeReportFill } from './reportFixture.ts';

/** Returns a taker fill of a paper account on its perpetual, with a mark price seen at the time. */
export function reportFill(changes: Partial<ReportFill> = {}): ReportFill {
  const { symbol, ...others } = changes;
  return makeReportFill({
    accountId: accountOf(venueOf('okx')).id,
    fee: 0.1,
    halfSpread: 0.01,
    marks: [100, 100, 100, 100, 100, 100],
    ...others,
    symbol: symbol ?? symbolOf('BTC/USDT:USDT'),
  });
}
