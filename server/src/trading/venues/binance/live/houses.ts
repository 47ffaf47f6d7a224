import { marketTypeOf } from '../../../model/order.ts';
import { type InstrumentSymbol, isInverse } from '../../../model/symbol.ts';
import type { PerpMarket } from '../../perpsPort.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { fromVenueSymbol } from '../symbols.ts';

/** Contracts margined in dollars and in coins are apart, each kind with endpoints of its own. */
export type HouseName = 'usdm' | 'coinm';

export function houseOf(symbol: InstrumentSymbol): HouseName {
  return isInverse(symbol) ? 'coinm' : 'usdm';
}

/** Both where no symbol is named. */
export function housesOf(symbol: InstrumentSymbol | undefined): readonly HouseName[] {
  return symbol === undefined ? ['usdm', 'coinm'] : [houseOf(symbol)];
}

/** The venue's own name of a market. */
export function idOf(client: CcxtClient, symbol: InstrumentSymbol): string {
  return client.market(symbol).id;
}

/** Ids of orders repeat from one market to another, so what is remembered of one names both. */
export function linkName(symbol: InstrumentSymbol, venueOrderId: string): string {
  return `${symbol} ${venueOrderId}`;
}

export interface NamedMarket extends PerpMarket {
  readonly house: HouseName;
}

/** Undefined for names that none of ours can be, such as those that are no Latin text. */
export function marketNamed(house: HouseName, id: unknown): NamedMarket | undefined {
  const symbol = fromVenueSymbol(house, String(id));
  return symbol && { house, symbol, marketType: marketTypeOf(symbol) };
}

/** An endpoint: its path, and ccxt's name of where it is. */
export interface Endpoint {
  readonly path: string;
  readonly api: string;
}

/** Asks for a list; whatever else is answered is no answer. */
export async function listAt(
  { client }: DialectCall,
  { path, api }: Endpoint,
  params: Fields,
): Promise<readonly Fields[]> {
  return fieldsIn(await client.request(path, api, 'GET', params));
}

export function fieldsIn(list: unknown): readonly Fields[] {
  if (!Array.isArray(list)) throw new NoAnswerError('The exchange gave no list.');
  return list.filter(isFields);
}

/** Asks for one record. */
export async function recordAt(
  { client }: DialectCall,
  { path, api }: Endpoint,
  params: Fields,
): Promise<Fields> {
  return recordIn(await client.request(path, api, 'GET', params));
}

export function recordIn(record: unknown): Fields {
  if (!isFields(record)) throw new NoAnswerError('The exchange gave no record.');
  return record;
}
