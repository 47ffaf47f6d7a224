import { compareExact, exactly } from '../../../../kit/exact.ts';
import { exactProduct, formatStep, roundToGrid } from '../../../../kit/grid.ts';
import type { Side } from '../../../model/order.ts';
import { legOf } from '../../../model/positionLeg.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { DialectRefusal, failureOf, refusalTexts } from '../../shared/live/failures.ts';
import { beforehand } from '../../shared/live/passedStop.ts';
import { required } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { readPositive } from '../../shared/wireFields.ts';
import type { OrderRef, VenueOrder, VenueOrderState } from '../../venuePort.ts';
import { positionList, type TradingStop, tradingStop } from './endpoints.ts';
import { bybitErrors } from './errors.ts';
import { openRecords } from './orderLists.ts';
import { amountAt, type Listed, listedOf, type Market, rowsOf, sideAt, textAt } from './rows.ts';
import { stateOf } from './states.ts';

// A trailing stop is a setting of a position: at most one, for all of it, without a client id. The
// venue creates a separate order for it, whose id is the stop's only name.

/**
 * Number of reads of the order after the setting was accepted: the venue creates it a moment later.
 */
const readsMax = 4;
const pauseMs = 250;

/** Sets it once. There was none before, so the one that exists afterwards is this one. */
export async function submitTrailing(
  call: DialectCall,
  order: VenueOrder,
): Promise<VenueOrderState> {
  const market = listedOf(call, order.symbol);
  const position = await beforehand(bybitErrors, positionOf(call, market, order));
  const setting: TradingStop = {
    category: market.category,
    symbol: market.symbol,
    tpslMode: 'Full',
    positionIdx: indexOf(position),
    trailingStop: distanceOf(call, order, position),
  };
  const lost = await tradingStop(call.client, setting).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (lost !== undefined && failureOf(lost, bybitErrors).kind !== 'unknown') throw lost;
  for (let read = 0; read < readsMax; read += 1) {
    // A failed read at this point says nothing about the stop, which may well be set.
    const record = await sleepingOf(call, order).catch(() => undefined);
    if (record) return ownState(call, record, order);
    await call.clock.sleep(pauseMs);
  }
  throw lost ?? new NoAnswerError('The exchange took the trailing stop and does not show it.');
}

/** True while it still waits for the market. */
export function isSleepingTrailing(record: Fields): boolean {
  return record.stopOrderType === 'TrailingStop' && record.orderStatus === 'Untriggered';
}

export async function cancelTrailing(
  call: DialectCall,
  record: Fields,
  { symbol }: OrderRef,
): Promise<void> {
  const market = listedOf(call, symbol);
  await tradingStop(call.client, {
    category: market.category,
    symbol: market.symbol,
    tpslMode: 'Full',
    positionIdx: indexOf(record),
    trailingStop: '0',
  });
}

/** Returns the position that an order of a side closes; undefined when there is none. */
async function heldAgainst(
  call: DialectCall,
  market: Listed,
  side: Side,
): Promise<Fields | undefined> {
  const held = side === 'sell' ? 'Buy' : 'Sell';
  const positions = await positionList(call.client, market);
  return rowsOf(positions).find(
    (each) => each.side === held && readPositive(each.size) !== undefined,
  );
}

/** Returns the position that the order closes completely. */
async function positionOf(call: DialectCall, market: Listed, order: VenueOrder): Promise<Fields> {
  if (order.leg !== undefined && order.leg !== legOf(order.side, true)) {
    throw new DialectRefusal('A trailing stop closes a position here: it must be reduce_only.');
  }
  const position = await heldAgainst(call, market, order.side);
  if (!position) throw new DialectRefusal(refusalTexts.nothingToReduce, 'NOTHING_TO_REDUCE');
  if (readPositive(position.trailingStop) !== undefined) {
    throw new DialectRefusal('The position has a trailing stop already, and has one at most.');
  }
  const size = amountAt(position, 'size');
  if (compareExact(exactly(size), exactly(order.quantity)) !== 0) {
    const message = `A trailing stop closes the whole position: its quantity must be ${size}.`;
    throw new DialectRefusal(message);
  }
  return position;
}

/** Converts percent of the present price to a distance on the market's steps, at least one. */
function distanceOf(call: DialectCall, order: VenueOrder, position: Fields): string {
  const tick = required(call.client.market(order.symbol).precision.price, 'price step of a market');
  const mark = required(readPositive(position.markPrice), 'mark price of a position');
  const share = required(order.trailingDelta, 'trailing delta') / 100;
  const distance = roundToGrid(exactProduct(mark, share) ?? mark * share, tick, 'nearest');
  return formatStep(Math.max(required(distance, 'distance of a trailing stop'), tick), tick);
}

async function sleepingOf(
  call: DialectCall,
  { symbol, marketType, side }: VenueOrder,
): Promise<Fields | undefined> {
  const records = await openRecords(call, marketType, symbol);
  return records.find((each) => isSleepingTrailing(each.record) && sideAt(each.record) === side)
    ?.record;
}

/** Returns an order without a client id under our id. */
export async function namedState(
  call: DialectCall,
  record: Fields,
  { clientId, ...market }: Market & Pick<OrderRef, 'clientId'>,
): Promise<VenueOrderState> {
  link(call, record, clientId);
  return { ...(await sizedState(call, record, market)), clientId };
}

/**
 * Returns any order with its size: one that waits on a position gives no quantity, and is as large
 * as the position.
 */
export async function sizedState(
  call: DialectCall,
  record: Fields,
  market: Market,
): Promise<VenueOrderState> {
  const state = await stateOf(call, record, market);
  if (state.quantity !== '0' || !isSleepingTrailing(record)) return state;
  const listed = listedOf(call, market.symbol);
  const position = await heldAgainst(call, listed, state.side);
  return position ? { ...state, quantity: amountAt(position, 'size') } : state;
}

/** Returns an order that was just created, and is therefore as large as requested. */
async function ownState(
  call: DialectCall,
  record: Fields,
  { symbol, marketType, clientId, quantity }: VenueOrder,
): Promise<VenueOrderState> {
  link(call, record, clientId);
  return { ...(await stateOf(call, record, { symbol, marketType })), clientId, quantity };
}

/** Its fills are counted for it from now on. */
function link({ links }: DialectCall, record: Fields, clientId: string): void {
  const venueOrderId = required(textAt(record, 'orderId'), 'id of an order');
  links.set(venueOrderId, { venueOrderId, clientId });
}

/** Returns the number of a symbol's position: there is one, or one for each side. */
function indexOf({ positionIdx }: Fields): number {
  return Number(positionIdx ?? 0);
}
