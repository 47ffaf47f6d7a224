import { isUnified } from '../../../model/account.ts';
import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { told } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';

// The endpoints are called by their paths: ccxt's own reading of an order knows neither how it
// ended nor what was paid for it, and its numbers of contracts go through floats.

export interface Market {
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
}

/** The venue's folder of each market type. */
const folders = { spot: 'spot', swap: 'futures', future: 'delivery' } as const;
/** Used unless the request names another: contracts settled in their base are read separately. */
const settle = 'usdt';

export type Params = Readonly<Record<string, unknown>>;

interface VenueRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly params: Params;
}

/** Sends one request to one endpoint of a market type. */
export function ask(
  { client }: Pick<DialectCall, 'client'>,
  marketType: MarketType,
  { method, path, params }: VenueRequest,
): Promise<unknown> {
  const api = ['private', folders[marketType]];
  if (marketType === 'spot') return client.request(path, api, method, params);
  return client.request(`{settle}/${path}`, api, method, { settle, ...params });
}

/** Returns the parameters that name the market of an order, a list or a fill in a query. */
export function marketParams(call: DialectCall, { symbol, marketType }: Market): Params {
  const { id } = call.client.market(symbol);
  if (marketType !== 'spot') return { contract: id };
  return { currency_pair: id, ...spotAccount(call) };
}

/** Names the spot wallet; for a unified account nothing is named, as it has only one wallet. */
export function spotAccount({ unifiedMode }: DialectCall): Params {
  return isUnified({ unifiedMode: unifiedMode?.() }) ? {} : { account: 'spot' };
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
  return told(textAt(row, 'id_string', 'id', 'trade_id'), 'id of an order or a trade');
}

/** Returns a time that is given in seconds, milliseconds or microseconds. */
export function timeMsOf(row: Fields, ...names: readonly string[]): number | undefined {
  const told = Number(textAt(row, ...names) ?? 'none');
  if (!Number.isFinite(told) || told <= 0) return undefined;
  // From the year 2001 to 5138 each unit has its own number of digits.
  if (told < 1e11) return Math.round(told * 1_000);
  return Math.floor(told < 1e14 ? told : told / 1_000);
}
