import { compareExact, formatExact, zeroExact } from '../../../../kit/exact.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { VenueLedgerEntry } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import { told } from '../../shared/live/shapes.ts';
import { fromInstId } from '../symbols.ts';
import { exactIn, numberIn, textIn } from './records.ts';

// Bills of the trading account as payments of funding, and as profits taken.

/** A kind of entry: which bills are asked for, and where in one its amount is. */
export interface LedgerKind {
  /** The venue's types of bills, each a list of its own. */
  readonly types: readonly string[];
  /** Exact decimal text; undefined where the bill is none of the kind. */
  amountIn(bill: Fields): string | undefined;
}

/** Of an isolated position the payment changes what the position has, not the wallet. */
export const fundingOf: LedgerKind = {
  types: ['8'],
  amountIn: (bill) => amountIn(bill, 'balChg') ?? amountIn(bill, 'posBalChg') ?? '0',
};

/** Of trades, deliveries, liquidations and positions that were reduced; fees stand beside it. */
export const profitOf: LedgerKind = {
  types: ['2', '3', '5', '9'],
  amountIn: (bill) => amountIn(bill, 'pnl'),
};

function amountIn(bill: Fields, name: string): string | undefined {
  const amount = exactIn(bill, name) ?? zeroExact;
  return compareExact(amount, zeroExact) === 0 ? undefined : formatExact(amount);
}

/** Undefined for what is none of the kind, or of another market. */
export function entryOf(
  bill: Fields,
  kind: LedgerKind,
  symbol: InstrumentSymbol | undefined,
): VenueLedgerEntry | undefined {
  const amount = kind.amountIn(bill);
  const ofMarket = fromInstId(textIn(bill, 'instId') ?? '');
  if (amount === undefined || (symbol !== undefined && ofMarket !== symbol)) return undefined;
  return {
    id: told(textIn(bill, 'billId'), 'id of a bill'),
    symbol: ofMarket,
    amount,
    asset: told(textIn(bill, 'ccy'), 'currency of a bill'),
    atMs: timeOf(bill),
    info: bill,
  };
}

export function timeOf(bill: Fields): number {
  return told(numberIn(bill, 'ts'), 'time of a bill');
}
