import type { Side } from '../../../model/order.ts';
import { isInverse, symbolParts } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { nextSpanMs } from '../../shared/live/fillWindow.ts';
import { byPlace, required, sequenceOf } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { readPositive } from '../../shared/wireFields.ts';
import type { VenueFill } from '../../venuePort.ts';
import type { MarketName } from '../symbols.ts';
import { executionList } from './endpoints.ts';
import { legOfExecution } from './legs.ts';
import {
  amountAt,
  categoryOf,
  eachPage,
  type ListPage,
  listedOf,
  type Market,
  ownId,
  readPages,
  sideAt,
  textAt,
} from './rows.ts';

/** Maximum number of rows of a page. */
const limit = 100;
/** 2,000 fills: an order or a time that has more is read in parts. */
const pagesMax = 20;
/** Number of fills of a period that are read before it may be given up for a shorter one. */
const enoughMin = 1_000;
const dayMs = 24 * 3_600_000;
/** Longest time from start to end that the venue accepts, and its default without an end. */
const windowMs = 7 * dayMs;
/** The time for which the venue keeps fills. */
const keptMs = 730 * dayMs;

type MarketOrLeg = Market & Pick<VenueFill, 'leg'>;

/** Returns the fills of an order, as far as the venue lists them by now. */
export async function fillsOfOrder(
  call: DialectCall,
  orderId: string,
  market: MarketOrLeg,
): Promise<readonly VenueFill[]> {
  const category = categoryOf(market.symbol);
  const rows = await readPages({ limit, pagesMax }, (cursor) =>
    executionList(call.client, { category, orderId, execType: 'Trade', limit, cursor }),
  );
  if (!rows) throw new NoAnswerError('The order has more fills than can be read.');
  return rows.map((row) => fillOf(call, row, market));
}

/**
 * Returns the earliest fills since then, oldest first. The venue lists the newest first, so a
 * period that has far more than the wanted number is requested again as a shorter one.
 */
export async function fillsSince(
  call: DialectCall,
  market: Market,
  { sinceMs, count }: { readonly sinceMs: number; readonly count: number },
): Promise<readonly VenueFill[]> {
  const nowMs = call.clock.now();
  let startTime = Math.max(sinceMs, nowMs - keptMs);
  let lengthMs = windowMs;
  const all: VenueFill[] = [];
  while (startTime <= nowMs) {
    const isNewest = startTime + lengthMs > nowMs;
    const endTime = isNewest ? nowMs : startTime + lengthMs;
    const isOpen = isNewest || lengthMs === windowMs;
    const rows = await readPeriod(call, market, { startTime, endTime, isOpen, count });
    if (!rows) {
      if (endTime <= startTime) {
        throw new NoAnswerError('There are more fills at one time than can be read.');
      }
      lengthMs = Math.floor((endTime - startTime) / 2);
      continue;
    }
    for (const row of rows.toReversed()) {
      all.push(fillOf(call, row, { ...market, leg: legOfExecution(call, row, market.symbol) }));
    }
    if (isNewest || all.length >= count) break;
    startTime = endTime + 1;
    const read = { lengthMs: Math.max(1, lengthMs), rows: rows.length };
    lengthMs = Math.min(windowMs, nextSpanMs(read, spanOf(count)));
  }
  return all.sort(byPlace).slice(0, count);
}

/** A period should hold somewhat fewer fills than are wanted; a quiet time is soon over. */
function spanOf(count: number) {
  return { wanted: Math.ceil(0.6 * count), leastMs: dayMs };
}

interface Period {
  readonly startTime: number;
  readonly endTime: number;
  /**
   * True for a period whose end is not sent: a whole week, the venue's default, or the newest
   * fills, because the venue's clock may be ahead of ours.
   */
  readonly isOpen: boolean;
  /** Number of fills that are wanted. */
  readonly count: number;
}

/**
 * Returns all fills of a period, newest first; undefined when there are far more than wanted, as
 * the density of the newest ones tells before all of them are read.
 */
async function readPeriod(
  call: DialectCall,
  market: Market,
  { startTime, endTime, isOpen, count }: Period,
): Promise<readonly Fields[] | undefined> {
  const { category, symbol } = listedOf(call, market.symbol);
  const rows: Fields[] = [];
  let oldestMs = endTime;
  const enough = Math.max(count, enoughMin);
  const pages = eachPage({ limit, pagesMax }, (cursor) =>
    executionList(call.client, {
      category,
      symbol,
      execType: 'Trade',
      startTime,
      endTime: isOpen ? undefined : endTime,
      limit,
      cursor,
    }),
  );
  for await (const page of pages) {
    rows.push(...page.rows);
    if (page.isLast) return rows;
    for (const row of page.rows) oldestMs = Math.min(oldestMs, timeOf(row));
    const expected = (rows.length / Math.max(1, endTime - oldestMs)) * (endTime - startTime);
    if (rows.length >= enough && expected > 2 * enough) break;
  }
  return undefined;
}

/** Returns the pages of fills in all markets of a category in a week, the newest first. */
export function executionPages(
  { client }: DialectCall,
  category: MarketName,
  read: { readonly pagesMax: number },
): AsyncGenerator<ListPage> {
  return eachPage({ limit, pagesMax: read.pagesMax }, (cursor) =>
    executionList(client, { category, execType: 'Trade', limit, cursor }),
  );
}

export function fillOf({ links }: DialectCall, row: Fields, market: MarketOrLeg): VenueFill {
  const venueOrderId = required(textAt(row, 'orderId'), 'order of a trade');
  const side = sideAt(row);
  const fee = amountAt(row, 'execFee');
  return {
    venueTradeId: required(textAt(row, 'execId'), 'id of a trade'),
    venueOrderId,
    // Fills of a trailing stop bear no client id.
    clientId: ownId(row) ?? links.get(venueOrderId)?.clientId,
    ...market,
    side,
    price: required(readPositive(row.execPrice), 'price of a trade'),
    // For an inverse contract the value is in the base.
    quantity: amountAt(row, isInverse(market.symbol) ? 'execValue' : 'execQty'),
    fee,
    feeAsset: textAt(row, 'feeCurrency') ?? feeAssetOf(market, side, fee.startsWith('-')),
    liquidity: row.isMaker === true ? 'maker' : 'taker',
    atMs: timeOf(row),
    // Fills of one taking order share one number.
    ...sequenceOf(row.seq),
  };
}

/**
 * Returns the fee's asset: on spot the received asset pays the fee, and a rebate comes in the given
 * one.
 */
function feeAssetOf({ symbol }: Market, side: Side, isRebate: boolean): string {
  const { base, quote, settle } = symbolParts(symbol);
  return settle ?? ((side === 'buy') !== isRebate ? base : quote);
}

function timeOf(row: Fields): number {
  return required(readPositive(row.execTime), 'time of a trade');
}
