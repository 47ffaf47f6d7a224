import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { Sum } from '../sum.ts';
import type { Flow, Unit } from './flow.ts';

/** What is known of one market. */
export interface SummaryMarket {
  readonly funding: Flow;
  /** Profits and losses that were taken. */
  readonly pnl: Flow;
  readonly fees: Readonly<Record<Unit, Sum>>;
}

export interface SummaryReport {
  /** What all amounts are told in, and its name. */
  readonly unit: Unit;
  readonly currency: string;
  readonly funding: Flow;
  readonly pnl: Flow;
  /** By name, ascending. */
  readonly markets: readonly (readonly [InstrumentSymbol, SummaryMarket])[];
}
