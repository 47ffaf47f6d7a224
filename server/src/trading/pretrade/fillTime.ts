import { beyondDepth } from './expectation.ts';
import type { SidedMarket } from './sidedMarket.ts';
import type { Urgency } from './types.ts';

/** Share of the daily volume that an order may be (Design: urgency). */
const participation: Readonly<Record<Urgency, number>> = { low: 0.05, normal: 0.1, high: 0.2 };
const secondsPerDay = 86_400;
/** An answer of the exchange to an order that the displayed depth holds. */
const takerSec = 1;

/** Seconds until a quantity has traded at the urgency's share of the volume. */
export function makerFillSec(
  { view }: SidedMarket,
  quantity: number,
  urgency: Urgency,
): number | undefined {
  if (quantity === 0) return 0;
  if (view.advUsd === undefined) return undefined;
  const valueUsd = quantity * view.mid * view.quoteUsd;
  return (valueUsd / (view.advUsd * participation[urgency])) * secondsPerDay;
}

/** One second for what is displayed; the rest has to wait for volume. */
export function takerFillSec(
  market: SidedMarket,
  quantity: number,
  urgency: Urgency,
): number | undefined {
  const waitSec = makerFillSec(market, beyondDepth(market, quantity), urgency);
  return waitSec === undefined ? undefined : takerSec + waitSec;
}
