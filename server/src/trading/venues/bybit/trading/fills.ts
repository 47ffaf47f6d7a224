import type { Side } from '../../../model/order.ts';
import { isInverse, symbolParts } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
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

/** Returns the earliest fills since then, oldest first; the venue lists the newest first. */
export async function fillsSince(
  call: DialectCall,
  market: Market,
  { sinceMs, count }: { readonly sinceMs: number; readonly count: number },
): Promise<readonly VenueFill[]> {
  const { category, symbol } = listedOf(call, market.symbol);
  const nowMs = call.clock.now();
  let startTime = Math.max(sinceMs, nowMs - keptMs);
  let lengthMs = windowMs;
  while (startTime <= nowMs) {
    const endTime = startTime + lengthMs;
    const period = { startTime, endTime: lengthMs < windowMs ? endTime : undefined };
    const rows = await readPages({ limit, pagesMax }, (cursor) =>
      executionList(call.client, {
        category,
        symbol,
        execType: 'Trade',
        startTime: period.startTime,
        endTime: period.endTime,
        limit,
        cursor,
      }),
    );
    if (rows && rows.length > 0) {
      const fills = rows.toReversed().map((row) => {
        const leg = legOfExecution(call, row, market.symbol);
        return fillOf(call, row, { ...market, leg });
      });
      return fills.sort(byPlace).slice(0, count);
    }
    if (rows) startTime = endTime + 1;
    else if (lengthMs > 1) lengthMs = Math.floor(lengthMs / 2);
    else throw new NoAnswerError('There are more fills at one time than can be read.');
  }
  return [];
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
    atMs: required(readPositive(row.execTime), 'time of a trade'),
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
