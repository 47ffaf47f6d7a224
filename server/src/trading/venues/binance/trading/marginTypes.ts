import { marketTypeOf } from '../../../model/order.ts';
import { type InstrumentSymbol, isInverse } from '../../../model/symbol.ts';
import type { PerpMarket } from '../../perpsPort.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { fromVenueSymbol } from '../symbols.ts';

/** Contracts margined in dollars and in coins are separate, each kind with its own endpoints. */
export type MarginType = 'usdm' | 'coinm';

export function marginTypeOf(symbol: InstrumentSymbol): MarginType {
  return isInverse(symbol) ? 'coinm' : 'usdm';
}

/** Returns both when no symbol is named. */
export function marginTypesOf(symbol: InstrumentSymbol | undefined): readonly MarginType[] {
  return symbol === undefined ? ['usdm', 'coinm'] : [marginTypeOf(symbol)];
}

/** Returns the venue's own name of a market. */
export function idOf(client: CcxtClient, symbol: InstrumentSymbol): string {
  return client.market(symbol).id;
}

/**
 * Returns the name of an order's link. Ids of orders repeat from one market to another, so the name
 * holds both.
 */
export function linkName(symbol: InstrumentSymbol, venueOrderId: string): string {
  return `${symbol} ${venueOrderId}`;
}

export interface NamedMarket extends PerpMarket {
  readonly marginType: MarginType;
}

/**
 * Returns undefined for names that no market of ours can have, such as those not in Latin letters.
 */
export function marketNamed(marginType: MarginType, id: unknown): NamedMarket | undefined {
  const symbol = fromVenueSymbol(marginType, String(id));
  return symbol && { marginType: marginType, symbol, marketType: marketTypeOf(symbol) };
}

/** Returns the rows of a list; throws when the answer is anything else. */
export function fieldsIn(list: unknown): readonly Fields[] {
  if (!Array.isArray(list)) throw new NoAnswerError('The exchange returned no list.');
  return list.filter(isFields);
}

export function recordIn(record: unknown): Fields {
  if (!isFields(record)) throw new NoAnswerError('The exchange returned no record.');
  return record;
}
