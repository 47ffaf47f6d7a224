import { one } from '../../../server/test/support/exactUnits.ts';
import type { SimMarket } from '../algorithms/market.ts';
import type { SimAccount } from '../incarnation.ts';
import { isContract, type PairLeg } from './pairs.ts';

const minimumUsd = 10;
/** Share by which an order's price may differ from the mid, which lowers its worth by as much. */
const awayShare = 0.01;

interface Sizing {
  readonly market: SimMarket;
  readonly accounts: readonly SimAccount[];
}

/** Returns the least quantity that all accounts of a leg take, in 10^-18 of the base. */
export function smallestOf(sizing: Sizing, leg: PairLeg, isClosing: boolean): bigint {
  const each = leg.accountIds.map((id) => smallestAt(sizing, leg.symbol, { id, isClosing }));
  return each.reduce((most, one) => (one > most ? one : most), 0n);
}

function smallestAt(
  { market, accounts }: Sizing,
  symbol: string,
  { id, isClosing }: { readonly id: string; readonly isClosing: boolean },
): bigint {
  const venue = accounts.find((account) => account.id === id)?.venue;
  const book = market.listings.find((each) => each.symbol === symbol && each.venue === venue);
  if (!book) return 0n;
  const { quantityStep, quantityMin, notionalMin } = book;
  // Only the venue's own minimum applies to orders that only close a contract.
  const worth = isClosing && isContract(symbol) ? notionalMin : Math.max(notionalMin, minimumUsd);
  const least = Math.max(quantityMin, worth / (market.mid(book) * (1 - awayShare)));
  const lots = Math.ceil(least / quantityStep - 1e-9);
  return (BigInt(Math.round(lots * quantityStep * 1e8)) * one) / 100_000_000n;
}
