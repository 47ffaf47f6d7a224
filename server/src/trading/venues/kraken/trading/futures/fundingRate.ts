import { readDecimal } from '../../../../../kit/decimal.ts';
import type { PerpMarket, VenueFundingRate } from '../../../perpsPort.ts';
import type { PublicCall } from '../../../shared/live/dialect.ts';
import { DialectRefusal } from '../../../shared/live/failures.ts';
import { required } from '../../../shared/live/shapes.ts';
import { readPositive, valueAt } from '../../../shared/wireFields.ts';
import { isInverseProduct, toVenueInstrument } from '../../symbols.ts';
import { tickerOf } from './endpoints.ts';
import { timeOf } from './time.ts';

const hourMs = 3_600_000;
/** Funding is quoted per hour here, and for eight hours by us (Trading §4.2). */
const windowHours = 8;
const paymentHours = 1;

/**
 * The venue gives amounts per hour and no rates: dollars for a coin, or coins for a dollar of a
 * contract that is settled in coins. The mark converts them to parts of the notional.
 */
export async function futuresFundingRate(
  { client, clock }: PublicCall,
  { symbol }: PerpMarket,
): Promise<VenueFundingRate> {
  const product = required(toVenueInstrument(symbol)?.venueSymbol, 'name of a product');
  const answer = await tickerOf(client, { symbol: product });
  const ticker = valueAt(answer, 'ticker');
  const markPrice = required(readPositive(valueAt(ticker, 'markPrice')), 'mark price');
  const partOf = (amount: unknown): number | undefined => {
    const hourly = readDecimal(amount);
    if (!Number.isFinite(hourly)) return undefined;
    return (isInverseProduct(product) ? hourly * markPrice : hourly / markPrice) * windowHours;
  };
  const rate = partOf(valueAt(ticker, 'fundingRate'));
  if (rate === undefined) throw new DialectRefusal(`kraken pays no funding on ${symbol}.`);
  const atMs = timeOf(valueAt(answer, 'serverTime')) ?? clock.now();
  return {
    rate,
    nextRate: partOf(valueAt(ticker, 'fundingRatePrediction')),
    windowHours,
    paymentHours,
    // Funding is paid on the hour, and no answer gives the time.
    nextFundingMs: (Math.floor(atMs / hourMs) + 1) * hourMs,
    markPrice,
    indexPrice: readPositive(valueAt(ticker, 'indexPrice')),
    atMs,
  };
}
