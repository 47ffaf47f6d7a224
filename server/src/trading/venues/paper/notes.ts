import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { MarginMode } from '../perpsPort.ts';

/** Funding of a market as it was told last. */
export interface ToldFunding {
  /** Of one payment; positive: longs pay shorts. */
  readonly rate: number;
  /** By our clock. */
  readonly dueMs: number;
  /** Names the window; later for each. */
  readonly window: number;
  readonly isPaid: boolean;
}

/** What an account knows beside its engine; it is kept in the same text. */
export interface Notes {
  /** Entries booked so far: each has its number. */
  readonly entryCount: number;
  /** Of all its markets, where the venue has one for all and somebody set it. */
  readonly marginMode?: MarginMode;
  /** Of the markets it has a position in. */
  readonly funding: Readonly<Record<InstrumentSymbol, ToldFunding>>;
}

export const noNotes: Notes = { entryCount: 0, funding: {} };

/** Between the notes and the engine's dump; JSON text has none. */
const separator = '\n';

export function withNotes(dump: string, notes: Notes): string {
  return `${JSON.stringify(notes)}${separator}${dump}`;
}

/** Takes the text apart; that of earlier versions is a dump alone. */
export function readNotes(text: string): { readonly dump: string; readonly notes: Notes } {
  const at = text.indexOf(separator);
  if (at < 0) return { dump: text, notes: noNotes };
  return { dump: text.slice(at + 1), notes: JSON.parse(text.slice(0, at)) as Notes };
}
