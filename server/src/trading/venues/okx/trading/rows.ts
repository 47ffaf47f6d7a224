import {
  compareExact,
  divideSigned,
  type Exact,
  formatExact,
  multiplyExact,
  parseExact,
} from '../../../../kit/exact.ts';
import type { MarketType } from '../../../model/order.ts';
import type { PositionLeg } from '../../../model/positionLeg.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import type { OrderLink } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { required } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';

// Fields of the venue's records. All are text, and a blank one has no meaning.

export interface Market {
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
  /** The algo order that placed the order; absent when there is none. */
  readonly owner?: OrderLink;
}

/** Returns the records of an answer. */
export function rowsOf(answer: unknown): readonly Fields[] {
  const rows = valueAt(answer, 'data');
  if (!Array.isArray(rows)) throw new NoAnswerError('The exchange listed nothing.');
  return rows.filter(isFields);
}

/** Returns the first record of an answer; empty when there is none. */
export function rowOf(answer: unknown): Fields {
  return rowsOf(answer)[0] ?? {};
}

export function textIn(record: Fields, name: string): string | undefined {
  const value = record[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function exactIn(record: Fields, name: string): Exact | undefined {
  const text = textIn(record, name);
  const value = text === undefined ? undefined : parseExact(text);
  if (text !== undefined && !value) {
    throw new NoAnswerError(`The exchange returned a ${name} that is not a number.`);
  }
  return value;
}

export function numberIn(record: Fields, name: string): number | undefined {
  const value = exactIn(record, name);
  return value && Number(formatExact(value));
}

/** Returns a price; zero and -1, the market's, are none. */
export function priceIn(record: Fields, name: string): number | undefined {
  const price = numberIn(record, name);
  return price !== undefined && price > 0 ? price : undefined;
}

/** Returns the client id if it is one of ours: 32 hex digits, which the venue accepts unchanged. */
export function ourIdIn(record: Fields, name: string): string | undefined {
  const id = textIn(record, name);
  return id !== undefined && /^[0-9a-f]{32}$/.test(id) ? id : undefined;
}

export const one: Exact = { digits: 1n, scale: 0 };

/**
 * Returns the base units of 1 in the venue's sizes, which are base units on spot and contracts
 * elsewhere.
 */
export function unitOf(client: CcxtClient, { symbol, marketType }: Market): Exact {
  if (marketType === 'spot') return one;
  if (client.market(symbol).inverse === true) {
    // A contract of a fixed number of dollars is another quantity at every price.
    throw new DialectRefusal(`Contracts settled in their base, as ${symbol}, cannot be traded.`);
  }
  return contractSizeOf(client, symbol);
}

/** Returns the base units of one contract; units of the quote when it is settled in its base. */
export function contractSizeOf(client: CcxtClient, symbol: InstrumentSymbol): Exact {
  const { contractSize, info } = client.market(symbol);
  const size = parseExact(String(required(contractSize, 'size of a contract')));
  // ccxt leaves out the multiplier.
  return multiplyExact(required(size, 'size of a contract'), exactIn(info, 'ctMult') ?? one);
}

/** Converts a size of the venue to base units. */
export function baseText(size: Exact | undefined, unit: Exact): string {
  return formatExact(multiplyExact(size ?? { digits: 0n, scale: 0 }, unit));
}

/** Decimals of a size in contracts; the venue's finest lot has far fewer. */
const sizeDecimals = 18;

/** Converts base units to a size of the venue; throws when no decimal is exactly that. */
export function sizeText(quantity: string, unit: Exact): string {
  const asked = required(parseExact(quantity), 'quantity');
  const size = unit.digits === 0n ? undefined : divideSigned(asked, unit, sizeDecimals);
  if (!size || compareExact(multiplyExact(size, unit), asked) !== 0) {
    const contract = formatExact(unit);
    throw new DialectRefusal(
      `The quantity ${quantity} is not a whole number of contracts of ${contract}.`,
    );
  }
  return formatExact(size);
}

/**
 * Returns the position leg that a record names; undefined for an account in net mode, and for spot.
 */
export function legIn({ posSide }: Fields): PositionLeg | undefined {
  return posSide === 'long' || posSide === 'short' ? posSide : undefined;
}
