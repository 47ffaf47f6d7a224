import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { Sum } from '../sum.ts';
import type { Flow, Unit } from './flow.ts';

/** The figures of one market. */
export interface SummaryMarket {
  readonly funding: Flow;
  /** Realised profits and losses. */
  readonly pnl: Flow;
  readonly fees: Readonly<Record<Unit, Sum>>;
}

export interface SummaryReport {
  /** Unit of all amounts, and its name. */
  readonly unit: Unit;
  readonly currency: string;
  readonly funding: Flow;
  readonly pnl: Flow;
  /** Ascending by name. */
  readonly markets: readonly (readonly [InstrumentSymbol, SummaryMarket])[];
}
