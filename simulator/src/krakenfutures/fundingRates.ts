import { wholeUnit } from '../exchange/amounts.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import { toNumber } from './numbers.ts';

const hourMs = 3_600_000;

/** Of a perpetual, by the hour: what is paid for one unit of what is counted. */
export function fundingFields(exchange: Exchange, market: Market): object {
  const { rate, nextRate } = exchange.fundings.of(market);
  return {
    fundingRate: toNumber(hourlyAmount(exchange, market, rate)),
    ...(nextRate !== undefined && {
      fundingRatePrediction: toNumber(hourlyAmount(exchange, market, nextRate)),
    }),
  };
}

/**
 * The exchange tells no part of the value but an amount: dollars for a coin, or coins for a dollar
 * of a contract in coins.
 */
export function hourlyAmount(exchange: Exchange, market: Market, rate: bigint): bigint {
  const mark = exchange.prices.markPrice(market) ?? 0n;
  const { intervalMs } = exchange.fundings.of(market);
  const hourly = (rate * BigInt(hourMs)) / BigInt(intervalMs);
  if (!market.instrument.isInverse) return (hourly * mark) / wholeUnit;
  return mark === 0n ? 0n : (hourly * wholeUnit) / mark;
}
