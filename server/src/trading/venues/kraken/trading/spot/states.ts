import { compareExact, exactly } from '../../../../../kit/exact.ts';
import { type InstrumentSymbol, symbolParts } from '../../../../model/symbol.ts';
import type { Fields } from '../../../shared/json.ts';
import type { CcxtOrder } from '../../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import { refusalTexts } from '../../../shared/live/failures.ts';
import {
  type FillSums,
  required,
  sideOf,
  statusOf,
  sumsOf,
  textOf,
} from '../../../shared/live/shapes.ts';
import { readPositive, valueAt } from '../../../shared/wireFields.ts';
import type { VenueOrderState, VenueOrderStatus } from '../../../venuePort.ts';
import { fromVenue } from '../clientIds.ts';
import { readTrades, spotFillOf } from './fills.ts';
import { spotTypeOf } from './orderTypes.ts';

export interface SpotOrder {
  readonly order: CcxtOrder;
  readonly symbol: InstrumentSymbol;
}

/** Returns orders as the venue has them, with the cost of their fills. */
export async function spotStates(
  call: DialectCall,
  orders: readonly SpotOrder[],
): Promise<VenueOrderState[]> {
  const trades = await readTrades(
    call,
    orders.flatMap(({ order }) => tradeIds(order.info)),
  );
  return orders.map((order) => stateOf(call, order, trades));
}

/**
 * The same for orders whose quantity, value and fee the venue sums up itself. Their fills are
 * reported by the code that lists trades, fifty in one answer; until then an ended order lacks only
 * them.
 */
export function summedStates(call: DialectCall, orders: readonly SpotOrder[]): VenueOrderState[] {
  return orders.map((order) => stateOf(call, order, new Map()));
}

function stateOf(
  { links, heard }: DialectCall,
  { order, symbol }: SpotOrder,
  trades: ReadonlyMap<string, Fields>,
): VenueOrderState {
  const { info } = order;
  const clientId = fromVenue(info.cl_ord_id);
  const venueOrderId = required(order.id, 'id of an order');
  links.set(venueOrderId, { venueOrderId, clientId });
  const fills = tradeIds(info).flatMap((id) => {
    const trade = trades.get(id);
    return trade ? [spotFillOf({ id, trade, symbol, clientId })] : [];
  });
  heard(fills);
  const sums = sumsOf(fills);
  const filled = textOf(String(required(info.vol_exec, 'filled quantity of an order')));
  const isWhole = compareExact(exactly(sums.filled), exactly(filled)) === 0;
  const own = isWhole ? sums : ownSums(info, symbol);
  const type = spotTypeOf(valueAt(info, 'descr', 'ordertype'));
  const [price, price2] = ['price', 'price2'].map((name) =>
    readPositive(valueAt(info, 'descr', name)),
  );
  const isTriggered = type.startsWith('stop_loss') || type.startsWith('take_profit');
  const createdAtMs = required(order.timestamp, 'time of an order');
  return {
    clientId,
    venueOrderId,
    symbol,
    type,
    marketType: 'spot',
    side: sideOf(order.side),
    ...endOf(order, filled),
    price: type.endsWith('_limit') ? price2 : type === 'limit' ? price : undefined,
    stopPrice: isTriggered ? price : undefined,
    quantity: textOf(String(required(info.vol, 'quantity of an order'))),
    filled: own.filled,
    cost: own.cost,
    average: own.average,
    fees: own.fees,
    lastTradeAtMs: own.lastTradeAtMs,
    createdAtMs,
    updatedAtMs: order.lastUpdateTimestamp ?? sums.lastTradeAtMs ?? createdAtMs,
  };
}

/** Returns the order's own sums, when its trades are not listed yet: cut to some digits. */
function ownSums(info: Fields, symbol: InstrumentSymbol): FillSums {
  const { base, quote } = symbolParts(symbol);
  const feeAsset = String(info.oflags ?? '').includes('fcib') ? base : quote;
  return {
    filled: textOf(String(info.vol_exec)),
    cost: textOf(String(required(info.cost, 'value of an order'))),
    average: readPositive(info.price),
    fees: { [feeAsset]: textOf(String(info.fee ?? 0)) },
    lastTradeAtMs: undefined,
  };
}

interface End {
  readonly status: VenueOrderStatus;
  readonly reason: string | undefined;
}

/** Types of orders that never rest: their owner has no time to cancel them. */
const atOnce: readonly unknown[] = ['market', 'stop-loss', 'take-profit'];

/**
 * The venue first accepts an order and then ends it, and calls every order that did not fill
 * canceled: only the reason separates cancels by the owner from refusals and forced ends.
 */
function endOf(order: CcxtOrder, filled: string): End {
  const status = statusOf(order);
  if (status === 'open' || status === 'closed') return { status, reason: undefined };
  const reason = typeof order.info.reason === 'string' ? order.info.reason : '';
  const isUntouched = compareExact(exactly(filled), exactly('0')) === 0;
  if (isUntouched && /post.only/i.test(reason)) {
    return { status: 'rejected', reason: refusalTexts.wouldTake };
  }
  if (isUntouched && /trigger immediately/i.test(reason)) {
    return { status: 'rejected', reason: refusalTexts.wouldTrigger };
  }
  if (isUntouched && /fill.or.kill|\bFOK\b/i.test(reason)) {
    return { status: 'expired', reason: refusalTexts.cannotFill };
  }
  if (/user requested/i.test(reason)) return { status, reason: undefined };
  if (reason !== '') return { status: 'expired', reason };
  const isMarket = !isUntouched && atOnce.includes(valueAt(order.info, 'descr', 'ordertype'));
  return { status: isMarket ? 'expired' : status, reason: undefined };
}

function tradeIds({ trades }: Fields): string[] {
  return Array.isArray(trades) ? trades.map(String) : [];
}
