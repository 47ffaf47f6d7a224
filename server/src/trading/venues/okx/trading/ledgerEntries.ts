import { compareExact, formatExact, zeroExact } from '../../../../kit/exact.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { VenueLedgerEntry } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import { required } from '../../shared/live/shapes.ts';
import { fromInstId } from '../symbols.ts';
import { exactIn, numberIn, textIn } from './rows.ts';

// Bills of the trading account as payments of funding, and as realised profits.

/** A kind of entry: which bills are requested, and where a bill has its amount. */
export interface LedgerKind {
  /** The venue's types of bills, each with a separate list. */
  readonly types: readonly string[];
  /** Returns exact decimal text; undefined when the bill is of another kind. */
  amountIn(bill: Fields): string | undefined;
}

/** For an isolated position the payment changes the position's margin, not the wallet. */
export const fundingOf: LedgerKind = {
  types: ['8'],
  amountIn: (bill) => amountIn(bill, 'balChg') ?? amountIn(bill, 'posBalChg') ?? '0',
};

/** Profits of trades, deliveries, liquidations and reduced positions; fees are separate. */
export const profitOf: LedgerKind = {
  types: ['2', '3', '5', '9'],
  amountIn: (bill) => amountIn(bill, 'pnl'),
};

function amountIn(bill: Fields, name: string): string | undefined {
  const amount = exactIn(bill, name) ?? zeroExact;
  return compareExact(amount, zeroExact) === 0 ? undefined : formatExact(amount);
}

/** Returns undefined for a bill of another kind, or of another market. */
export function entryOf(
  bill: Fields,
  kind: LedgerKind,
  symbol: InstrumentSymbol | undefined,
): VenueLedgerEntry | undefined {
  const amount = kind.amountIn(bill);
  const ofMarket = fromInstId(textIn(bill, 'instId') ?? '');
  if (amount === undefined || (symbol !== undefined && ofMarket !== symbol)) return undefined;
  return {
    id: required(textIn(bill, 'billId'), 'id of a bill'),
    symbol: ofMarket,
    amount,
    asset: required(textIn(bill, 'ccy'), 'currency of a bill'),
    atMs: timeOf(bill),
    info: bill,
  };
}

export function timeOf(bill: Fields): number {
  return required(numberIn(bill, 'ts'), 'time of a bill');
}
