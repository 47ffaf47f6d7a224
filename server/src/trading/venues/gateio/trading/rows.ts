import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import { required } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';

export interface Market {
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
}

/** Returns the objects of a list. */
export function rowsOf(answer: unknown): readonly Fields[] {
  if (!Array.isArray(answer)) throw new NoAnswerError('The exchange answered with no list.');
  return answer.filter(isFields);
}

export function rowOf(answer: unknown): Fields {
  if (!isFields(answer)) throw new NoAnswerError('The exchange answered with no order.');
  return answer;
}

/** Returns a field as text; undefined when it is missing, null or blank. */
export function textAt(row: Fields, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = row[name];
    if (value !== undefined && value !== null && value !== '') return String(value);
  }
  return undefined;
}

/** Returns the id; `id_string` is the one that no number rounds. */
export function idOf(row: Fields): string {
  return required(textAt(row, 'id_string', 'id', 'trade_id'), 'id of an order or a trade');
}

/** Returns a time that is given in seconds, milliseconds or microseconds. */
export function timeMsOf(row: Fields, ...names: readonly string[]): number | undefined {
  const told = Number(textAt(row, ...names) ?? 'none');
  if (!Number.isFinite(told) || told <= 0) return undefined;
  // From the year 2001 to 5138 each unit has its own number of digits.
  if (told < 1e11) return Math.round(told * 1_000);
  return Math.floor(told < 1e14 ? told : told / 1_000);
}
