import type { PerpMarket, VenueFundingRate } from '../../perpsPort.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { required } from '../../shared/live/shapes.ts';
import { readPositive } from '../../shared/wireFields.ts';
import { contractOf } from './contracts.ts';
import { textAt, timeMsOf } from './rows.ts';

const secondsPerHour = 3_600;

/** Reads it from the document of the contract, which has no time of its own. */
export async function fundingRateOf(
  call: PublicCall,
  market: PerpMarket,
): Promise<VenueFundingRate> {
  if (market.marketType !== 'swap') {
    throw new DialectRefusal(`Dated contracts pay no funding (asked for ${market.symbol}).`);
  }
  const { client } = call;
  const row = await contractOf(call, market);
  const rate = rateAt(textAt(row, 'funding_rate'));
  return {
    rate: required(rate, 'funding rate'),
    nextRate: rateAt(textAt(row, 'funding_rate_indicative')),
    windowHours: required(readPositive(row.funding_interval), 'funding interval') / secondsPerHour,
    nextFundingMs: timeMsOf(row, 'funding_next_apply'),
    markPrice: readPositive(row.mark_price),
    indexPrice: readPositive(row.index_price),
    atMs: client.milliseconds(),
  };
}

function rateAt(text: string | undefined): number | undefined {
  const rate = Number(text ?? 'none');
  return Number.isFinite(rate) ? rate : undefined;
}
