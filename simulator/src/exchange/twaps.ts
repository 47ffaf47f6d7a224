import { parseAmount } from '@windlass/matching';
import type { Market } from './market.ts';
import type { Account } from './records.ts';

/** A TWAP order for the exchange to execute by itself; amounts are decimal text. */
export interface TwapGiven {
  readonly side: 'buy' | 'sell';
  readonly size: string;
  readonly minutes: number;
}

/** One executed part of it. */
export interface SliceGiven {
  readonly price: string;
  readonly size: string;
  readonly fee: string;
}

export interface Slice {
  readonly id: number;
  readonly at: number;
  readonly price: bigint;
  readonly size: bigint;
  readonly fee: bigint;
}

export interface Twap {
  readonly id: number;
  readonly at: number;
  readonly account: Account;
  readonly market: Market;
  readonly side: 'buy' | 'sell';
  readonly size: bigint;
  readonly minutes: number;
  /** Oldest first. */
  readonly slices: readonly Slice[];
}

/** Orders that the exchange executes by itself. Its book and the positions know nothing of them. */
export interface Twaps {
  /** Starts an order; returns its id. */
  start(account: Account, market: Market, given: TwapGiven): number;
  /** Throws for an unknown id. */
  fill(id: number, slice: SliceGiven): void;
  /** Returns the account's orders, oldest first. */
  of(account: Account): readonly Twap[];
}

export function createTwaps(parts: {
  readonly nextId: () => number;
  readonly now: () => number;
}): Twaps {
  const twaps = new Map<number, Twap>();
  const { nextId, now } = parts;
  return {
    start(account, market, { side, size, minutes }) {
      const id = nextId();
      const own = { size: amountOf(size), slices: [] };
      twaps.set(id, { id, at: now(), account, market, side, minutes, ...own });
      return id;
    },
    fill(id, { price, size, fee }) {
      const twap = twaps.get(id);
      if (!twap) throw new RangeError(`There is no TWAP order ${id}`);
      const amounts = { price: amountOf(price), size: amountOf(size), fee: amountOf(fee) };
      const slice = { id: nextId(), at: now(), ...amounts };
      twaps.set(id, { ...twap, slices: [...twap.slices, slice] });
    },
    of: (account) => [...twaps.values()].filter((each) => each.account === account),
  };
}

function amountOf(text: string): bigint {
  const amount = parseAmount(text);
  if (amount === undefined) throw new RangeError(`'${text}' is no amount`);
  return amount;
}
