import type { PerpMarket, VenueFundingRate } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { required } from '../../shared/live/shapes.ts';
import { readPositive, valueAt } from '../../shared/wireFields.ts';
import { tickers } from './endpoints.ts';
import { amountAt, listedOf, rowsOf, textAt } from './rows.ts';

const minutesPerHour = 60;

/** Rate of the running window; the venue publishes no estimate for the next one. */
export async function fundingRate(
  call: PublicCall,
  { symbol }: PerpMarket,
): Promise<VenueFundingRate> {
  const { client } = call;
  const answer = await tickers(client, listedOf(call, symbol));
  const ticker = required(rowsOf(answer)[0], 'price of a market');
  if (textAt(ticker, 'fundingRate') === undefined) {
    throw new DialectRefusal(`Bybit pays no funding on ${symbol}.`);
  }
  return {
    rate: Number(amountAt(ticker, 'fundingRate')),
    nextRate: undefined,
    windowHours: windowHoursOf(ticker, client.market(symbol).info),
    nextFundingMs: readPositive(ticker.nextFundingTime),
    markPrice: readPositive(ticker.markPrice),
    indexPrice: readPositive(ticker.indexPrice),
    atMs: readPositive(valueAt(answer, 'time')) ?? client.milliseconds(),
  };
}

/**
 * The market list is up to an hour old, and windows change with the market: the ticker has
 * priority.
 */
function windowHoursOf(ticker: Fields, market: unknown): number {
  const minutes = readPositive(valueAt(market, 'fundingInterval'));
  const listed = minutes === undefined ? undefined : minutes / minutesPerHour;
  return required(readPositive(ticker.fundingIntervalHour) ?? listed, 'window of the funding');
}
