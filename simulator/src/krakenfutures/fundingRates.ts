import { wholeUnit } from '@windlass/matching';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import { toNumber } from './numbers.ts';

const hourMs = 3_600_000;

/** Returns a perpetual's hourly funding, as the payment for one unit of its size. */
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
 * Returns hourly funding as an amount, which the exchange uses instead of a rate: dollars for one
 * coin, or coins for one dollar of a coin-margined contract.
 */
export function hourlyAmount(exchange: Exchange, market: Market, rate: bigint): bigint {
  const mark = exchange.prices.markPrice(market) ?? 0n;
  const { intervalMs } = exchange.fundings.of(market);
  const hourly = (rate * BigInt(hourMs)) / BigInt(intervalMs);
  if (!market.instrument.isInverse) return (hourly * mark) / wholeUnit;
  return mark === 0n ? 0n : (hourly * wholeUnit) / mark;
}
