import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { MarginMode } from '../perpsPort.ts';

/** The last known funding of a market. */
export interface KnownFunding {
  /** Rate of one payment; positive: longs pay shorts. */
  readonly rate: number;
  /** Time of the payment by our clock, in ms since the epoch. */
  readonly dueMs: number;
  /** Name of the window; it grows with each. */
  readonly window: number;
  readonly isPaid: boolean;
}

/** State of an account beside its engine; both are stored in the same text. */
export interface PaperState {
  /** Number of entries booked so far; each has its number. */
  readonly entryCount: number;
  /** Margin mode of all markets, where the venue has one for all and somebody set it. */
  readonly marginMode?: MarginMode;
  /** Funding of the markets that it has a position in. */
  readonly funding: Readonly<Record<InstrumentSymbol, KnownFunding>>;
}

export const emptyState: PaperState = { entryCount: 0, funding: {} };

/** Separates the notes from the engine's dump; JSON text has no line breaks. */
const separator = '\n';

export function withState(dump: string, notes: PaperState): string {
  return `${JSON.stringify(notes)}${separator}${dump}`;
}

/** Splits the text; that of earlier versions is a dump alone. */
export function readState(text: string): { readonly dump: string; readonly notes: PaperState } {
  const at = text.indexOf(separator);
  if (at < 0) return { dump: text, notes: emptyState };
  return { dump: text.slice(at + 1), notes: JSON.parse(text.slice(0, at)) as PaperState };
}
