import { type Exact, formatExact, negateExact, zeroExact } from '../../../../kit/exact.ts';
import { isInverse } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import type { Dialect, DialectCall, OrderLink } from '../../shared/live/dialect.ts';
import { nextSpanMs } from '../../shared/live/fillWindow.ts';
import { inverseFill } from '../../shared/live/inverse.ts';
import { required, sequenceOf, sideOf } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import type { VenueFill } from '../../venuePort.ts';
import type { VenueInstrument } from '../symbols.ts';
import { type TradeFills, tradeFills, tradeFillsHistory } from './endpoints.ts';
import { findPlain, parentOf } from './find.ts';
import {
  baseText,
  contractSizeOf,
  exactIn,
  legIn,
  type Market,
  numberIn,
  one,
  ourIdIn,
  rowsOf,
  textIn,
  unitOf,
} from './rows.ts';

/** Maximum number in one answer, newest first. */
const pageSize = 100;
const dayMs = 86_400_000;
/** Three days are listed at once; older ones are in a list that comes later, for three months. */
const recentMs = 3 * dayMs - 3_600_000;
const keptMs = 92 * dayMs;
/** Halving three months down to a millisecond takes 33 steps; a well-sized window holds some 50. */
const windowsMax = 200;
/**
 * The next window should hold somewhat less than a page. After an empty one it is at least ten
 * minutes long, so that a quiet time is soon over.
 */
const span = { wanted: 60, leastMs: 600_000 };
/** Maximum pages of one millisecond's fills: an order that sweeps 2,000 others. */
const pagesMax = 20;
/**
 * Maximum number of orders looked up one by one in a reading; fills beyond that bear the id of the
 * plain order.
 */
const ownersMax = 50;

type InstType = VenueInstrument['instType'];

const instTypes = { spot: 'SPOT', swap: 'SWAP', future: 'FUTURES' } as const;

export function instTypeOf({ marketType }: Pick<Market, 'marketType'>): InstType {
  return instTypes[marketType];
}

type Query = Parameters<Dialect['fills']>[1];

interface Window {
  readonly fromMs: number;
  /** Undefined for the newest fills. */
  readonly toMs: number | undefined;
  /** Id at which the page before ended. */
  readonly after?: string | undefined;
}

/**
 * Returns the oldest fills of a symbol since then: all of them, or at least the limit. An answer
 * holds the newest of its window, so a full one is requested again in halves.
 */
export async function readFills(call: DialectCall, query: Query): Promise<readonly VenueFill[]> {
  const nowMs = call.clock.now();
  const all: Fields[] = [];
  let window: Window = { fromMs: Math.max(query.sinceMs, nowMs - keptMs), toMs: undefined };
  for (let count = 0; count < windowsMax; count += 1) {
    const { fromMs, toMs } = window;
    const rows = await readPage(call, query, window);
    const isCut = rows.length >= pageSize;
    const endMs = isCut ? cutEndOf(window, rows) : undefined;
    if (endMs !== undefined) {
      window = { fromMs, toMs: endMs };
      continue;
    }
    all.push(...(isCut ? await readAll(call, query, window) : rows));
    if (toMs === undefined || all.length >= query.limit) return toFills(call, all, query);
    window = nextWindow({ fromMs, toMs }, rows.length, nowMs);
  }
  throw new NoAnswerError('The exchange lists more fills than can be read.');
}

/**
 * Returns where to end a window of which only the newest were returned; undefined when the rest
 * began with it.
 */
function cutEndOf({ fromMs, toMs }: Window, rows: readonly Fields[]): number | undefined {
  const oldestMs = rows.map(timeOf).reduce((least, atMs) => Math.min(least, atMs));
  if (oldestMs <= fromMs) return undefined;
  return toMs === undefined ? oldestMs - 1 : Math.floor((fromMs + toMs) / 2);
}

/** Returns the window after one that was read completely. */
function nextWindow(
  { fromMs, toMs }: Window & { readonly toMs: number },
  rows: number,
  nowMs: number,
): Window {
  const endMs = toMs + nextSpanMs({ lengthMs: toMs + 1 - fromMs, rows }, span);
  return { fromMs: toMs + 1, toMs: endMs < nowMs ? endMs : undefined };
}

/** Returns the fills of an order on the book, as many as one answer holds. */
export async function fillsOfOrder(
  call: DialectCall,
  order: Fields,
  market: Market,
): Promise<readonly VenueFill[]> {
  const fromMs = numberIn(order, 'cTime') ?? 0;
  const ordId = required(textIn(order, 'ordId'), 'id of an order');
  const rows = await ask(call, fromMs, {
    instType: instTypeOf(market),
    instId: call.client.market(market.symbol).id,
    ordId,
  });
  return rows.map((row) => toFill(call, row, market));
}

function readPage(call: DialectCall, query: Query, { fromMs, toMs, after }: Window) {
  return ask(call, fromMs, {
    instType: instTypeOf(query),
    instId: call.client.market(query.symbol).id,
    begin: String(fromMs),
    end: toMs === undefined ? undefined : String(toMs),
    after,
  });
}

/** Reads page after page, when the first reached the beginning of the window. */
async function readAll(
  call: DialectCall,
  query: Query,
  window: Window,
): Promise<readonly Fields[]> {
  const all: Fields[] = [];
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const rows = await readPage(call, query, { ...window, after });
    all.push(...rows);
    if (rows.length < pageSize) return all;
    after = oldestIdOf(rows, 'billId');
  }
  throw new NoAnswerError('The exchange lists more fills of one moment than can be read.');
}

async function ask(
  { client, clock }: DialectCall,
  fromMs: number,
  request: TradeFills,
): Promise<readonly Fields[]> {
  const isRecent = fromMs >= clock.now() - recentMs;
  return rowsOf(await (isRecent ? tradeFills : tradeFillsHistory)(client, request));
}

/** Returns the name of the next page. Ids grow with time, beyond what a number holds. */
export function oldestIdOf(rows: readonly Fields[], field: string): string {
  const ids = rows.map((row) => BigInt(required(textIn(row, field), `${field} of a record`)));
  return String(ids.reduce((least, id) => (id < least ? id : least)));
}

async function toFills(
  call: DialectCall,
  rows: readonly Fields[],
  query: Query,
): Promise<readonly VenueFill[]> {
  const oldest = [...rows].sort(byTime).slice(0, query.limit);
  const owners = new Map<string, OrderLink | undefined>();
  for (const row of oldest) {
    const ordId = textIn(row, 'ordId');
    const isNamed = ordId === undefined || textIn(row, 'clOrdId') !== undefined;
    if (isNamed || owners.has(ordId) || owners.size >= ownersMax) continue;
    owners.set(ordId, await ownerOf(call, ordId, query));
  }
  return oldest.map((row) => {
    const fill = toFill(call, row, query);
    return { ...fill, ...owners.get(fill.venueOrderId) };
  });
}

/** Many have the same millisecond; the venue lists the newest first. */
function byTime(a: Fields, b: Fields): number {
  return timeOf(a) - timeOf(b) || Number(billOf(a) - billOf(b));
}

function billOf(row: Fields): bigint {
  return BigInt(required(textIn(row, 'billId'), 'billId of a record'));
}

function timeOf(row: Fields): number {
  return required(numberIn(row, 'ts'), 'time of a trade');
}

function toFill({ client }: DialectCall, row: Fields, market: Market): VenueFill {
  if (!isInverse(market.symbol)) return fillIn(row, market, unitOf(client, market));
  return inverseFill(fillIn(row, market, one), contractSizeOf(client, market.symbol));
}

/** Returns the fill with its size in the given unit. */
function fillIn(row: Fields, market: Market, unit: Exact): VenueFill {
  return {
    symbol: market.symbol,
    marketType: market.marketType,
    venueTradeId: required(textIn(row, 'tradeId'), 'id of a trade'),
    venueOrderId: required(textIn(row, 'ordId'), 'order of a trade'),
    clientId: ourIdIn(row, 'clOrdId'),
    side: sideOf(textIn(row, 'side')),
    leg: legIn(row),
    price: required(numberIn(row, 'fillPx'), 'price of a trade'),
    quantity: baseText(required(exactIn(row, 'fillSz'), 'size of a trade'), unit),
    // The venue's sign is the account's.
    fee: formatExact(negateExact(exactIn(row, 'fee') ?? zeroExact)),
    feeAsset: textIn(row, 'feeCcy') ?? '',
    liquidity: row.execType === 'M' ? 'maker' : 'taker',
    atMs: timeOf(row),
    ...sequenceOf(row.billId),
  };
}

/** Fills of a triggered order do not name the algo order that placed it. */
async function ownerOf(
  call: DialectCall,
  ordId: string,
  { symbol }: Market,
): Promise<OrderLink | undefined> {
  const known = call.links.get(ordId);
  if (known) return known;
  // The venue forgets orders sooner than their fills.
  const order = await findPlain(call, { clientId: ordId, symbol });
  const venueOrderId = order && parentOf(order);
  if (!order || venueOrderId === undefined) return undefined;
  const owner = { venueOrderId, clientId: ourIdIn(order.info, 'algoClOrdId') };
  call.links.set(ordId, owner);
  return owner;
}
