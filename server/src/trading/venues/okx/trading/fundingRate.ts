import type { PerpMarket, VenueFundingRate } from '../../perpsPort.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { required } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { fundingRate, indexTickers, markPrice } from './endpoints.ts';
import { instTypeOf } from './fills.ts';
import { numberIn, priceIn, rowOf } from './rows.ts';

const hourMs = 3_600_000;

/**
 * Reads the rate that is due at the end of the running window, with the prices from separate lists.
 * Windows differ by market, and over time: only two consecutive ends tell how long one is.
 */
export async function readFundingRate(
  { client, clock }: PublicCall,
  { symbol, marketType }: PerpMarket,
): Promise<VenueFundingRate> {
  if (marketType !== 'swap') throw new DialectRefusal(`${symbol} expires and pays no funding.`);
  const instId = client.market(symbol).id;
  const row = rowOf(await fundingRate(client, { instId }));
  const mark = rowOf(await markPrice(client, { instType: instTypeOf({ marketType }), instId }));
  const index = rowOf(await indexTickers(client, { instId: instId.replace(/-SWAP$/, '') }));
  const endMs = required(numberIn(row, 'fundingTime'), 'time of a funding');
  const windowMs = required(numberIn(row, 'nextFundingTime'), 'time of the next funding') - endMs;
  if (windowMs <= 0) throw new NoAnswerError('The exchange returned two fundings out of order.');
  return {
    rate: required(numberIn(row, 'fundingRate'), 'rate of a funding'),
    // Blank where the venue settles only by the running window.
    nextRate: numberIn(row, 'nextFundingRate'),
    windowHours: windowMs / hourMs,
    nextFundingMs: endMs,
    markPrice: priceIn(mark, 'markPx'),
    indexPrice: priceIn(index, 'idxPx'),
    atMs: numberIn(row, 'ts') ?? clock.now(),
  };
}
