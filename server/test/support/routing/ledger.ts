import type { BookLevel } from '../../../src/trading/venues/bookPort.ts';
import { one, units } from '../exactUnits.ts';

// The expected result of an immediate order on a book that does not move, from the levels alone.
// None of the service's or the engine's arithmetic is used. Amounts are whole numbers of 10^-18.

/** The result of an order. */
export interface Taken {
  readonly filled: bigint;
  /** Quote units, times 10^18. */
  readonly cost: bigint;
}

export interface Taking {
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly limitPrice: number;
}

/** Walks levels, best first; `gone` is the quantity the account took before, by price. */
export function take(
  levels: readonly BookLevel[],
  { side, quantity, limitPrice }: Taking,
  gone: Map<number, bigint> = new Map(),
): Taken {
  let left = units(String(quantity));
  let cost = 0n;
  for (const [price, available] of levels) {
    if (side === 'buy' ? price > limitPrice : price < limitPrice) break;
    const before = gone.get(price) ?? 0n;
    const room = units(String(available)) - before;
    const part = room < left ? room : left;
    gone.set(price, before + part);
    left -= part;
    cost += part * units(String(price));
  }
  return { filled: units(String(quantity)) - left, cost };
}

const ppm = 1_000_000n;
const ppmPerBps = 100;

/** A fee is rounded up once per order, to 10^-18 of its asset. */
export function feeOf(amount: bigint, takerBps: number): bigint {
  const parts = amount * BigInt(Math.round(takerBps * ppmPerBps));
  return parts > 0n ? (parts + ppm - 1n) / ppm : parts / ppm;
}

/** A wallet after orders, by asset. */
export interface Wallet {
  USDT: bigint;
  BTC: bigint;
}

export interface Booking extends Taken {
  readonly side: 'buy' | 'sell';
  readonly takerBps: number;
  /** Asset from which the venue takes the fee of a spot buy. */
  readonly feeOfBuy: 'base' | 'quote';
}

/** Books a spot order. */
export function bookSpot(wallet: Wallet, booking: Booking): void {
  const { side, filled, takerBps, feeOfBuy } = booking;
  const cost = booking.cost / one;
  const sign = side === 'buy' ? 1n : -1n;
  wallet.BTC += sign * filled;
  wallet.USDT -= sign * cost;
  if (side === 'buy' && feeOfBuy === 'base') wallet.BTC -= feeOf(filled, takerBps);
  else wallet.USDT -= feeOf(cost, takerBps);
}

/** Returns the nearest float of units. */
export function numberOf(amount: bigint): number {
  const sign = amount < 0n ? '-' : '';
  const digits = String(amount < 0n ? -amount : amount).padStart(19, '0');
  return Number(`${sign}${digits.slice(0, -18)}.${digits.slice(-18)}`);
}
