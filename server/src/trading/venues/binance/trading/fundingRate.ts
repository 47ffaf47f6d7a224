import { symbolParts } from '../../../model/symbol.ts';
import type { PerpMarket, VenueFundingRate } from '../../perpsPort.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { required } from '../../shared/live/shapes.ts';
import { readPositive } from '../../shared/wireFields.ts';
import { fundingInfo } from './endpoints.ts';
import { fieldsIn, idOf, marginTypeOf } from './marginTypes.ts';
import { readPremiumIndex } from './marks.ts';

/** Perpetuals that the list of intervals leaves out have this one. */
const windowHoursDefault = 8;

/**
 * The venue publishes the rate that the running window would pay now, and no estimate for the next
 * one.
 */
export async function readFundingRate(
  call: PublicCall,
  market: PerpMarket,
): Promise<VenueFundingRate> {
  const { symbol } = market;
  if (symbolParts(symbol).expiry !== undefined) {
    throw new DialectRefusal('A dated contract pays no funding.');
  }
  const { client } = call;
  const id = idOf(client, symbol);
  const [row, intervals] = await Promise.all([
    readPremiumIndex(call, market),
    fundingInfo[marginTypeOf(symbol)](client, {}),
  ]);
  const own = fieldsIn(intervals).find((each) => each.symbol === id);
  return {
    rate: required(readRate(row.lastFundingRate), 'funding rate of a market'),
    nextRate: undefined,
    windowHours: readPositive(own?.fundingIntervalHours) ?? windowHoursDefault,
    nextFundingMs: readPositive(row.nextFundingTime),
    markPrice: readPositive(row.markPrice),
    indexPrice: readPositive(row.indexPrice),
    atMs: required(readPositive(row.time), 'time of a funding rate'),
  };
}

/** A blank stands for a missing rate, and must not become zero. */
function readRate(wire: unknown): number | undefined {
  const rate = wire === '' ? Number.NaN : Number(wire);
  return Number.isFinite(rate) ? rate : undefined;
}
